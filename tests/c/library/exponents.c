// verdict: sc safe
// Numbers taken apart and put together again, exactly.
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void)
{
	int power;
	double whole, part;
	float narrow;
	assert(frexp(12.0, &power) == 0.75 && power == 4);
	assert(frexp(-0.1, &power) == -0.8 && power == -3);
	assert(frexp(4.9406564584124654e-324, &power) == 0.5 && power == -1073);
	assert(frexp(0.0, &power) == 0.0 && power == 0);
	assert(ldexp(0.75, 4) == 12.0 && ldexp(-3.0, -1) == -1.5);
	assert(ldexp(4.9406564584124654e-324, 1074) == 1.0);
	assert(ldexp(1.0, -1074) == 4.9406564584124654e-324);
	/* Halfway between two: to the even one. */
	assert(ldexp(3.0, -1075) == 2 * 4.9406564584124654e-324);
	assert(ldexp(5.0, -1075) == 2 * 4.9406564584124654e-324);
	assert(ldexp(1.7976931348623157e308, -2098) == 0x1p-1074);
	errno = 0;
	assert(ldexp(1.0, -1080) == 0.0 && errno == ERANGE);
	errno = 0;
	assert(isinf(ldexp(1.0, 1024)) && errno == ERANGE);
	assert(scalbn(1.5, 3) == 12.0 && scalbln(1.5, 3) == 12.0);
	part = modf(-3.25, &whole);
	assert(part == -0.25 && whole == -3.0);
	part = modf(-INFINITY, &whole);
	assert(part == 0.0 && signbit(part) && isinf(whole));
	assert(ldexpf(1.5f, 2) == 6.0f && frexpf(6.0f, &power) == 0.75f && power == 3);
	assert(modff(2.5f, &narrow) == 0.5f && narrow == 2.0f);
	return 0;
}
