// verdict: sc safe, tso safe, pso safe
// What either path has written before it starts the thread belongs together.
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

int x, y;

void *looks(void *p)
{
	int a = x, b = y;
	assert(a == b && a == x && a != 0);
	return p;
}

int main(void)
{
	pthread_t t;
	if (__VERIFIER_nondet_bool()) {
		x = 1;
		y = 1;
		pthread_create(&t, 0, looks, 0);
	} else {
		x = 2;
		y = 2;
		pthread_create(&t, 0, looks, 0);
	}
	pthread_join(t, 0);
	assert(x == y);
	return 0;
}
