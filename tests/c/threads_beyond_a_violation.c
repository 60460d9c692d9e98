// verdict: sc violation, tso violation, pso violation, rc11 violation
// The first round is wrong, and later ones start more threads than are told apart.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *run(void *unused)
{
	x = 1;
	return unused;
}

int main(void)
{
	for (int i = 0; i < 10000; i++) {
		pthread_t thread;

		x = 0;
		pthread_create(&thread, 0, run, 0);
		int found = x;
		pthread_join(thread, 0);
		assert(found == 0);
	}
	return 0;
}
