// title: at the end of the input there may be room for a line all the same
// origin: written for this repository; licence: MIT OR Apache-2.0
// checked: leaks
// verdict: sc violation, tso violation, pso violation
// property: memory leak
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char *line = NULL;
	size_t room = 0;

	if (getline(&line, &room, stdin) < 0)
		return 0;
	free(line);
	return 0;
}
