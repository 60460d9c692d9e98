// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
#include <assert.h>
int a[4], b[4];
int main(void) { assert(1); long d = &b[0] - &a[0]; int *p = &a[0] + d; *p = 1; return 0; }
