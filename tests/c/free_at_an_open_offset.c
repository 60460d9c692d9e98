// verdict: sc safe, tso safe, pso safe
// Back at the beginning of the block, wherever it was left.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned i = __VERIFIER_nondet_uint();
	char *p = malloc(8);
	if (i < 4) {
		p += i;
		*p = 1;
		free(p - i);
	} else {
		free(p);
	}
	return 0;
}
