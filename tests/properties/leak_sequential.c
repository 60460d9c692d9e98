// title: a block that is never freed
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: leaks
// verdict: sc violation, tso violation, pso violation
// property: memory leak
#include <stdlib.h>

int main(void)
{
	int *number = malloc(sizeof *number);
	*number = 1;
	number = NULL;
	return 0;
}
