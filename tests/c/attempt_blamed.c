// verdict: sc violation, tso violation, pso violation
// property: assertion
// One attempt fails only because of another one, and a third thread sees that; who made it has the lock in the end.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock = 1;
int seen, passed;

static void *first(void *arg)
{
	if (atomic_fetch_add(&lock, 2) & 1)
		atomic_fetch_sub(&lock, 2);
	return NULL;
}

static void *second(void *arg)
{
	while (atomic_fetch_add(&lock, 4) & 2)
		atomic_fetch_sub(&lock, 4);
	passed = 1;
	return NULL;
}

static void *third(void *arg)
{
	seen = atomic_fetch_add(&lock, 0) == 5;
	if (seen)
		seen = atomic_fetch_sub(&lock, 1) == 1;
	return NULL;
}

int main(void)
{
	pthread_t t[3];

	pthread_create(&t[0], NULL, first, NULL);
	pthread_create(&t[1], NULL, second, NULL);
	pthread_create(&t[2], NULL, third, NULL);
	for (int n = 0; n < 3; n++)
		pthread_join(t[n], NULL);
	assert(!(passed && seen));
	return 0;
}
