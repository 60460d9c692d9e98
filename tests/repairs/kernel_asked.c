// fewest: arm8 2 cost 4, riscv 2 cost 8, power 2 cost 8, lkmm 2 cost 6
// Marked accesses in what macros are given: the text is there, and may say an order.
#include <linux/bug.h>
#include <linux/atomic.h>
#include <pthread.h>
#define CHECK(condition) do { if (!(condition)) BUG(); } while (0)
static int data;
static char flag;
static void *writer(void *unused)
{
	//@
	WRITE_ONCE(data, 1);
	//@
	WRITE_ONCE(flag, '\1');
	//@
	return 0;
}
static void *reader(void *unused)
{
	//@
	if (likely(READ_ONCE(/* set, or not (yet) */ flag) == 1))
		CHECK(READ_ONCE(data) == 1);
	return 0;
}
int main(void)
{
	pthread_t p, q;
	pthread_create(&p, 0, writer, 0);
	pthread_create(&q, 0, reader, 0);
	pthread_join(p, 0);
	pthread_join(q, 0);
	return 0;
}
