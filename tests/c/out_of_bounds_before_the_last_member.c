// title: an index before the array at the end of a struct
// origin: written for fencesmith; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
// An array at the end of a struct may go on as far as the object does, and begins where it begins.
#include <stdlib.h>

struct header {
	int length;
	int items[];
};

int main(void)
{
	struct header *header = malloc(sizeof *header + 2 * sizeof(int));
	int last = -1;

	header->length = 2;
	header->items[1] = 1;
	for (int i = 0; i < header->length; i++)
		if (header->items[i] == 3)
			last = i;
	header->items[last] = 0;
	free(header);
	return 0;
}
