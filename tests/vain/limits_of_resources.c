// title: What the system allows is anything, but the soft limit is no more than the hard one
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <sys/resource.h>

int main(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_STACK, &limit) == 0) {
		assert(limit.rlim_cur <= limit.rlim_max);
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_STACK, &limit);
	}
	return 0;
}
