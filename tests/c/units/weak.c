// verdict: sc safe
// options: tests/c/units/weak.part
// A definition that gives way (`weak`) is not the one that counts, not even in its own unit.
#include <assert.h>

int __attribute__((weak)) limit(void)
{
    return 1;
}
int __attribute__((weak)) kept(void)
{
    return 3;
}
int __attribute__((weak)) value = 1;
int value_there(void);

int main(void)
{
    assert(limit() == 2 && kept() == 3);
    assert(value == 2 && value_there() == 2);
    return 0;
}
