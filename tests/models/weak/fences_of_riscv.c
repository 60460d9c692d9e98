// verdict: riscv safe
// Message passing with the fences that Linux has for release and acquire.
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int a, b;

static void *writes(void *unused)
{
	x = 1;
	__asm__ volatile("\tfence rw,  w\n" ::: "memory");
	y = 1;
	return unused;
}

static void *reads(void *unused)
{
	a = y;
	__asm__ volatile("fence r , rw" ::: "memory");
	b = x;
	return unused;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, 0, writes, 0);
	pthread_create(&t2, 0, reads, 0);
	pthread_join(t1, 0);
	pthread_join(t2, 0);
	assert(!(a == 1 && b == 0));
	return 0;
}
