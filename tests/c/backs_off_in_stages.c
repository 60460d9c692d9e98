// title: A back-off in stages, the last of which sleeps for a time in a variable of its own
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
#include <sched.h>
#include <time.h>
atomic_int lock;
int x;
static int try_acquire(void)
{
	int e = 0;
	return atomic_compare_exchange_strong(&lock, &e, 1);
}
static void acquire(void)
{
	unsigned k = 0;
	while (!try_acquire()) {
		if (k < 4)
			;
		else if (k < 16)
			__builtin_ia32_pause();
		else if (k < 32 || (k & 1))
			sched_yield();
		else {
			struct timespec ts = {0, 1000};
			nanosleep(&ts, 0);
		}
		++k;
	}
}
static void release(void)
{
	atomic_store_explicit(&lock, 0, memory_order_release);
}

void *t(void *p)
{
	acquire();
	int v = x;
	x = v + 1;
	release();
	return 0;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, t, 0);
	pthread_create(&b, 0, t, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(x == 2);
}
