// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
#include <assert.h>
#include <stdlib.h>
int main(void) { assert(1); char *p = malloc(4), *q = malloc(4); p[q - p] = 1; return 0; }
