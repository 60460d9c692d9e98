// unknown
#include <assert.h>
int a, b;

int main(void)
{
    int *first = &a < &b ? &a : &b;
    assert(first == &a || first == &b);
    return 0;
}
