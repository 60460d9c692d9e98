// title: an atomic object initialised while another thread looks at it
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc violation, tso violation, pso violation
// property: data race
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *other(void *p)
{
	atomic_init(&x, 3);
	return p;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	int seen = atomic_load(&x);
	pthread_join(t, 0);
	return seen;
}
