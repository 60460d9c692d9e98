// verdict: sc violation, tso violation, pso violation
// property: access to a local
#include <assert.h>
int *g;
int main(void) {
    int n = 0;
    goto in;
    { int a; in: a = n; g = &a; assert(*g == n); }
    return *g;
}
