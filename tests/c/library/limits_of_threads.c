// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <limits.h>
#include <pthread.h>

int main(void)
{
	assert(PTHREAD_DESTRUCTOR_ITERATIONS >= 4 && PTHREAD_KEYS_MAX >= 128);
	assert(PTHREAD_STACK_MIN > 0);
	return 0;
}
