// title: two blocks that lead to each other, and nothing else to them
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: leaks
// verdict: sc violation, tso violation, pso violation
// property: memory leak
#include <stdlib.h>

int main(void)
{
	void **one = malloc(sizeof *one), **other = malloc(sizeof *other);
	*one = other;
	*other = one;
	one = other = NULL;
	return 0;
}
