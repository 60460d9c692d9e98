// error: 9:12 vector
#include <assert.h>

typedef int four __attribute__((vector_size(16)));

int main(void)
{
    four a = { 1, 2, 3, 4 };
    assert(a[0] == 1);
    return 0;
}
