// title: a number of which a part was read holds anything
// origin: written for fencesmith; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
// property: assertion violated
#include <assert.h>
#include <stdio.h>

int main(void)
{
	int number = 5;

	if (fread(&number, sizeof number, 1, stdin) == 0)
		assert(number == 5);
	return 0;
}
