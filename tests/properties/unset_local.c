// title: a variable is set on one way only, and asked on both
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc violation
// property: use of what nobody has set
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int asked;

int main(void)
{
	int found;

	if (__VERIFIER_nondet_int() > 7)
		found = 1;
	if (found == 1)
		asked = 1;
	return 0;
}
