// title: options with names, short ones, with arguments that need not be there
// origin: written for fencesmith; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <getopt.h>
#include <string.h>

int main(void)
{
	int flag = 0, which = -1;
	const struct option names[] = {
		{ "alpha", required_argument, NULL, 'A' },
		{ "by", optional_argument, &flag, 3 },
		{ NULL, 0, NULL, 0 },
	};
	char *list[] = { "p", "--al", "7", "x", "--by=2", NULL };

	assert(getopt_long(5, list, "v", names, &which) == 'A' && which == 0 && strcmp(optarg, "7") == 0);
	assert(getopt_long(5, list, "v", names, &which) == 0 && flag == 3 && which == 1 && strcmp(optarg, "2") == 0);
	assert(getopt_long(5, list, "v", names, &which) == -1);
	assert(optind == 4 && strcmp(list[4], "x") == 0);
	return 0;
}
