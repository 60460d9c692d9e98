// verdict: sc safe, tso safe
// options: tests/c/units/inline_of_one_address.part
// A function has one address in all files, also where each has an inline definition of it and one of them the external one.
#include <assert.h>

inline int next(int number)
{
    return number + 1;
}
int (*other(void))(int);

int main(void)
{
    int (*mine)(int) = next;
    assert(mine == other() && mine(1) == 2);
    return 0;
}
