// verdict: sc violation, tso violation, pso violation
// property: free
// Freed in its middle, unless the offset is none.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned i = __VERIFIER_nondet_uint();
	char *p = malloc(8);
	if (i < 4) {
		p += i;
		*p = 1;
		free(p);
	} else {
		free(p);
	}
	return 0;
}
