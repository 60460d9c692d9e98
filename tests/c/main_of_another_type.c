// A `main` of another type than int is a program to compilers; what was registered runs.
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <stdlib.h>
static int left;
static void leaves(void)
{
	left++;
}
static void looks(void)
{
	assert(left == 1);
}
long main(void)
{
	atexit(looks);
	atexit(leaves);
	return 0;
}
