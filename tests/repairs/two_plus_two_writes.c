// fewest: arm8 2 cost 4, riscv 2 cost 8, power 2 cost 8, lkmm 2 cost 20
// Two writes each to the same two places: in the kernel's model a lesser barrier between writes is not enough.
#include <linux/bug.h>
#include <linux/compiler.h>
#include <asm/barrier.h>
#include <pthread.h>
static int x, y;
static void *one(void *unused)
{
	//@
	WRITE_ONCE(x, 1);
	//@
	WRITE_ONCE(y, 2);
	//@
	return 0;
}
static void *other(void *unused)
{
	//@
	WRITE_ONCE(y, 1);
	//@
	WRITE_ONCE(x, 2);
	//@
	return 0;
}
int main(void)
{
	pthread_t p, q;
	pthread_create(&p, 0, one, 0);
	pthread_create(&q, 0, other, 0);
	pthread_join(p, 0);
	pthread_join(q, 0);
	BUG_ON(x == 1 && y == 1);
	return 0;
}
