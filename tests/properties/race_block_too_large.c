// title: a block of nearly all memory
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: memory, races
// verdict: sc violation, tso violation, pso violation
// property: out of bounds
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *text = malloc(16);

	memset(text, 0, (size_t)-1);
	free(text);
	return 0;
}
