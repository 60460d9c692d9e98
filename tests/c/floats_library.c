// verdict: sc safe, tso safe, pso safe
// gcc: no, it would have to be linked with the library of functions on floating point
#include <assert.h>
#include <math.h>

int main(void)
{
    volatile double two = 2;
    double minus = -2.5;
    volatile float half = 0.5f;
    assert(sqrt(two) == 1.4142135623730951 && sqrtf(half * 8) == 2 && isnan(sqrt(minus)));
    assert(floor(minus) == -3 && ceil(minus) == -2 && trunc(minus) == -2 && round(minus) == -3 && rint(minus) == -2);
    assert(fabs(minus) == 2.5 && fabsf(-half) == 0.5f && copysign(two, minus) == -2);
    assert(fmin(two, minus) == -2.5 && fmax(two, NAN) == 2 && fmax(NAN, two) == 2 && isnan(fmin(NAN, NAN)));
    assert(fmod(-7.5, two) == -1.5 && lround(minus) == -3 && lrint(minus) == -2);
    return 0;
}
