// suggest: --model tso
// The file has a name of its own for this fence, and uses it; another one is for less.
#include <assert.h>
#include <pthread.h>
#define rmb() __atomic_thread_fence(__ATOMIC_ACQUIRE)
#define full() __asm__ volatile ("mfence" ::: "memory")
#define mb() do { full(); } while (0)
volatile int x, y, ready;
int r1, r2;
static void *t1(void *unused)
{
	x = 1;
	r1 = y;
	mb();
	ready = 1;
	return unused;
}
static void *t2(void *unused)
{
	y = 1;
	r2 = x;
	return unused;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, t1, 0);
	pthread_create(&b, 0, t2, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(r1 || r2);
	return 0;
}
