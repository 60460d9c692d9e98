// error: 9:5 mystery
#include <assert.h>

extern int mystery(int);

int main(void)
{
    assert(1);
    mystery(3);
    return 0;
}
