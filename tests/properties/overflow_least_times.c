// title: the least number times -1
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: overflow
// verdict: sc violation, tso violation, pso violation
// property: signed overflow
#include <limits.h>

volatile int one = 1, two = 2, minus_one = -1, most = INT_MAX, least = INT_MIN;
volatile long wide = LONG_MAX, lowest = LONG_MIN;

int main(void)
{
	long a = lowest * minus_one;
	return 0;
}
