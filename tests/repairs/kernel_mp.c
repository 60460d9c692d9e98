// fewest: arm8 2 cost 4, riscv 2 cost 8, power 2 cost 8, lkmm 2 cost 6
// Message passing as kernel code writes it: each machine's own barriers.
#include <linux/bug.h>
#include <linux/compiler.h>
#include <asm/barrier.h>
#include <pthread.h>
static int data, flag, seen, value;
static void *writer(void *unused)
{
	//@
	WRITE_ONCE(data, 1);
	//@
	WRITE_ONCE(flag, 1);
	//@
	return 0;
}
static void *reader(void *unused)
{
	//@
	seen = READ_ONCE(flag);
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
	BUG_ON(seen == 1 && value == 0);
	return 0;
}
