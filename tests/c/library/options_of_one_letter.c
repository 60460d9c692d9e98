// title: what is no option comes behind the options, and an option takes what stands behind its word
// origin: written for fencesmith; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void)
{
	char *list[] = { "p", "x", "-ab", "7", "-c", "--", "-d", NULL };
	int seen = 0, option;
	while ((option = getopt(7, list, "ab:c")) != -1) {
		if (option == 'a') seen |= 1;
		if (option == 'b') { assert(strcmp(optarg, "7") == 0); seen |= 2; }
		if (option == 'c') seen |= 4;
	}
	assert(seen == 7);
	assert(optind == 5);
	assert(strcmp(list[5], "x") == 0 && strcmp(list[6], "-d") == 0);
	return 0;
}
