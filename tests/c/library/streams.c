// title: streams that are open are different ones
// origin: written for fencesmith; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	FILE *in = fopen("/dev/null", "r"), *out = fopen("/dev/null", "w");
	char block[4];

	if (!in || !out)
		return 0;
	assert(in != out);
	assert(fread(block, 1, sizeof block, in) <= sizeof block);
	assert(fread(block, 0, 4, in) == 0);
	if (feof(in))
		rewind(in);
	fclose(in);
	fclose(out);
	assert(strcasestr("say Hello", "hELLO") != NULL);
	return 0;
}
