// verdict: sc safe, tso safe, pso safe
// Any number may be moved, printed and compared; what is computed of it may not matter.
#include <assert.h>
#include <math.h>
#include <stdio.h>

extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);

static double kept;

int main(void)
{
    double d = __VERIFIER_nondet_double();
    float f = __VERIFIER_nondet_float();
    kept = d;
    printf("%f %f\n", d * 2 + f, kept / 3);
    if (d > 0 && d < 1)
        assert(kept < 2 && -d < 0 && fabs(-d) > 0 && !isnan(d));
    if (f != f)
        assert(isnan(f) && !(f < 1) && !(f == 0));
    return 0;
}
