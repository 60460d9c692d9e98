// verdict: sc safe, tso safe, pso safe
// options: --spurious-failures
// What is tried again until it succeeds is done once, however often it fails; a strong one in between fails for a reason.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count, once;

static void *one(void *unused)
{
	int found = atomic_load(&count), none = 0;

	while (!atomic_compare_exchange_weak(&count, &found, found + 1))
		;
	if (!atomic_compare_exchange_strong(&once, &none, 1))
		assert(none == 1);
	return unused;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, one, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(count == 2);
	return 0;
}
