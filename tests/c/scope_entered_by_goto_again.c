// verdict: sc safe, tso safe, pso safe
#include <assert.h>
int *g;
int f(int n) {
    if (n & 1) goto in;
    { int a; a = 2; in: if (n & 1) a = n; g = &a; assert(*g == a); n++; if (n < 6) goto in; assert(*g == a); n = *g; }
    return n;
}
int main(void) {
    assert(f(1) == 5); assert(f(2) == 5);
}
