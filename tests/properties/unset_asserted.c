// title: an assertion about what nobody has set, that holds whatever that is
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc violation
// property: use of what nobody has set
#include <assert.h>

int main(void)
{
	unsigned number;

	assert((number & 1) < 2);
	return 0;
}
