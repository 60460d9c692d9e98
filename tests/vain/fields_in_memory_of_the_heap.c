// verdict: sc safe, tso safe, pso safe
// The bits around a field that was stored are any, and the field is what it is, also for another thread.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct count { unsigned k : 5; int low : 3; };

static void *down(void *p)
{
	struct count *count = p;
	count->k--;
	return 0;
}

int main(void)
{
	struct count *x = malloc(sizeof *x);
	x->k = 20;
	x->low = -4;
	pthread_t t;
	pthread_create(&t, 0, down, x);
	pthread_join(t, 0);
	assert(x->k == 19 && x->low == -4);
	free(x);
	return 0;
}
