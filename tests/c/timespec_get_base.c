// verdict: sc safe, tso safe, pso safe, rc11 safe
// Of a base that there is not `timespec_get` says so, and sets nothing.
#include <assert.h>
#include <time.h>

int main(void)
{
	struct timespec found = { 1, 2 };

	assert(timespec_get(&found, 77) == 0);
	assert(found.tv_sec == 1 && found.tv_nsec == 2);
	assert(timespec_get(&found, TIME_UTC) == TIME_UTC);
	assert(found.tv_nsec >= 0 && found.tv_nsec < 1000000000);
	return 0;
}
