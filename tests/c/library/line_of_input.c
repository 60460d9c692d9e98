// title: a line that is read has one end, and room behind it
// origin: written for fencesmith; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t length = getline(&line, &room, stdin);

	if (length >= 0)
		assert(length > 0 && room > (size_t)length && line[length] == 0);
	free(line);
	return 0;
}
