// title: two threads count their rounds of waiting in one variable
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc violation, tso violation, pso violation
// property: data race
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static unsigned spins;

static void *waiter(void *argument)
{
	while (!atomic_load(&ready))
		spins++;
	return argument;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, waiter, 0);
	pthread_create(&b, 0, waiter, 0);
	atomic_store(&ready, 1);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
