// error: 7:12 the alignment of a variable that is less than that of its type
#include <assert.h>
int x __attribute__((aligned(1)));

int main(void)
{
    assert(_Alignof(x) == 1);
    return 0;
}
