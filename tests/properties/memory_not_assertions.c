// title: an assertion that fails and a division by zero, where memory alone is checked
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: memory
// verdict: sc safe, tso safe, pso safe
#include <assert.h>

volatile int zero;
int *volatile pointer;

int main(void)
{
	if (zero == 0)
		assert(0);
	*pointer = 1 / zero;
	return 0;
}
