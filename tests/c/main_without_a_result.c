// A `main` that results in nothing ends the program like any other; what was registered runs.
// verdict: sc violation, tso violation, pso violation
#include <assert.h>
#include <stdlib.h>
static int left;
static void leaves(void)
{
	left++;
}
static void looks(void)
{
	assert(left == 2);
}
void main(void)
{
	atexit(looks);
	atexit(leaves);
}
