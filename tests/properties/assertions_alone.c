// title: a null pointer, where assertions alone are checked
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: assertions
// verdict: sc safe, tso safe, pso safe
#include <assert.h>

int *volatile pointer;

int main(void)
{
	*pointer = 1;
	/* Nobody comes here. */
	assert(0);
	return 0;
}
