// title: a block is freed and asked for again, and read before it is set
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc violation
// property: use of what nobody has set
#include <stdlib.h>

int main(void)
{
	int *first = malloc(sizeof *first), result;

	*first = 4;
	free(first);
	first = malloc(sizeof *first);
	result = *first == 4;
	free(first);
	return result;
}
