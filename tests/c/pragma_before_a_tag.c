// verdict: sc safe, tso safe, pso safe
// A line for the compiler says nothing of the declaration behind it.
#include <assert.h>
#include <stdint.h>
#include <stddef.h>
struct s { char c; };
int f(void) {
#pragma GCC diagnostic push
    struct s;
    struct t { struct s *p; };
    struct s { int a[2]; };
    struct t v;
    return sizeof *v.p;
}
int main(void) { assert(f() == 8); return 0; }
