// sc safe
// A pointer that is set wherever it is used is good, although it was merged with one that is not.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);
struct s { int a, b; } x;
int main(void)
{
    struct s *p;
    _Bool c = __VERIFIER_nondet_bool();
    if (c) p = &x;
    if (c) p->b = 3;
    if (c) assert(x.b == 3);
    return 0;
}
