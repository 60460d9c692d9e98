// verdict: sc violation, tso violation, pso violation
// property: access to a local
#include <assert.h>
int *g;
int main(void) {
    int n = 1;
    switch (n) { int a; case 1: a = 2; g = &a; break; }
    assert(1);
    return *g;
}
