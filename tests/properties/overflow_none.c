// title: signed numbers at the edge of what fits
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: overflow
// verdict: sc safe, tso safe, pso safe
#include <limits.h>

volatile int zero, one = 1, two = 2, minus_one = -1, most = INT_MAX, least = INT_MIN;
volatile long wide = LONG_MAX, lowest = LONG_MIN;
volatile unsigned large = UINT_MAX;
volatile signed char small = 127;

int main(void)
{
	int a = most + zero, b = least - zero, c = most + minus_one, d = least + one, e = most - one;
	int f = (most / two) * two, g = (least / two) * two, h = least * one, i = zero * least, j = most * minus_one;
	int k = most * -1, l = (least / 3) * 3, m = (least / 3) * -3, n = -most, o = minus_one - most;
	long p = wide + minus_one, q = (wide / two) * two, r = (lowest / two) * two, s = lowest * one, t = -wide;
	long u = wide * minus_one, v = (long)most * most, w = 3 * (wide / 3);

	large++;
	large *= 7;
	small++;
	a--;
	d--;
	return a + b + c;
}
