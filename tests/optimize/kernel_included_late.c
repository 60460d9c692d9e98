// least: lkmm 2 cost 8 dropped 1
// What a header would bring is not there yet where the first thread wants it, so that its barrier stays.
#include <linux/compiler.h>
#include <pthread.h>
static int data, flag, seen, value;
static void *reader(void *unused)
{
	seen = READ_ONCE(flag);
	__asm__ __volatile__("smp_rmb" ::: "memory");
	value = READ_ONCE(data);
	return 0;
}
#include <asm/barrier.h>
#include <linux/bug.h>
static void *writer(void *unused)
{
	WRITE_ONCE(data, 1);
	smp_wmb();
	WRITE_ONCE(flag, 1);
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
