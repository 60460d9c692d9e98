// fewest: arm8 2 cost 4, riscv 2 cost 8, power 2 cost 8, lkmm 2 cost 6
// The names of the kernel's updates say their orders, and a repair says others.
#include <linux/bug.h>
#include <linux/atomic.h>
#include <pthread.h>
static int data, turn, seen, value;
static atomic_t count;
static void *writer(void *unused)
{
	//@
	WRITE_ONCE(data, 1);
	//@
	xchg_relaxed(&turn, 1);
	//@
	return 0;
}
static void *reader(void *unused)
{
	//@
	seen = xchg_relaxed(&turn, 2);
	//@
	value = READ_ONCE(data);
	//@
	return 0;
}
int main(void)
{
	pthread_t p, q;
	pthread_create(&p, 0, writer, 0);
	pthread_create(&q, 0, reader, 0);
	pthread_join(p, 0);
	pthread_join(q, 0);
	atomic_set(&count, 1);
	BUG_ON(seen == 1 && value == 0);
	return 0;
}
