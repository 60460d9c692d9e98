// verdict: sc safe, tso safe, pso safe
// A definition without an initialiser may come before the members of its type.
#include <assert.h>
struct s first, second;
union u both;
struct s *pointer = &second;
struct s { int a, b; };
union u { int i; char c; };
int main(void)
{
    pointer->a = 3;
    both.i = second.a;
    assert(first.a == 0 && both.i == 3 && sizeof first == 8);
    return 0;
}
