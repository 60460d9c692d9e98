// title: options with names, short and ambiguous ones, with arguments that need not be there
// origin: written for fencesmith; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <getopt.h>
#include <string.h>

int main(void)
{
	int flag = 0, which = -1;
	const struct option names[] = {
		{ "alpha", no_argument, NULL, 'A' },
		{ "alpine", required_argument, NULL, 'P' },
		{ "level", optional_argument, &flag, 3 },
		{ NULL, 0, NULL, 0 },
	};
	char *list[] = { "p", "--alpi", "7", "x", "--al", "--level=2", NULL };

	assert(getopt_long(6, list, "v", names, &which) == 'P' && which == 1 && strcmp(optarg, "7") == 0);
	assert(getopt_long(6, list, "v", names, &which) == '?' && optopt == 0);
	assert(getopt_long(6, list, "v", names, &which) == 0 && flag == 3 && which == 2 && strcmp(optarg, "2") == 0);
	assert(getopt_long(6, list, "v", names, &which) == -1);
	assert(optind == 5 && strcmp(list[5], "x") == 0);
	return 0;
}
