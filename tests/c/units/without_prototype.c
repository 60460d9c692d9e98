// verdict: sc safe, tso safe, pso safe
// options: tests/c/units/without_prototype.part
// Declarations without parameters, as in the C of Kernighan and Ritchie.
#include <assert.h>
int add();
int twice();
int main()
{
    assert(add(1, 2) == 3);
    assert(twice(4) == 8);
    return 0;
}
