// title: of two flags that are looked at in turn the second is set: who has not seen it yet looks at it again after the first
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: liveness
// verdict: sc safe, tso safe, pso safe, rc11 safe, arm8 safe, power safe
#include <pthread.h>
#include <stdatomic.h>

atomic_int answers[2];
int left;

void *waits(void *unused)
{
	int side = 0;
	for (;;) {
		if (atomic_load_explicit(&answers[side], memory_order_acquire))
			break;
		side = !side;
	}
	left = side;
	return 0;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, 0, waits, 0);
	atomic_store_explicit(&answers[1], 1, memory_order_release);
	pthread_join(thread, 0);
	return left;
}
