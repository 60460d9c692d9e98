// verdict: sc safe, tso safe, pso safe
// gcc: no, it reads what nobody has set
// Memory that nobody has set has one value, also where only some paths have started a thread.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

void *nothing(void *p)
{
	return p;
}

int main(void)
{
	pthread_t t;
	if (__VERIFIER_nondet_bool()) {
		pthread_create(&t, 0, nothing, 0);
		pthread_join(t, 0);
	}
	int *p = malloc(8);
	int a = *p, b = *p;
	assert(a == b);
	free(p);
	return 0;
}
