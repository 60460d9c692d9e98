// The read of an update without a result is none that a barrier for reads waits for: the published verdict of C-atomic-op-noreturn
// with smp_rmb() is that of a program without the barrier.
// verdict: sc safe, lkmm violation
#include <linux/atomic.h>
#include <linux/bug.h>
#include <pthread.h>
static atomic_t x = ATOMIC_INIT(0);
static int y, seen;
static void *writer(void *unused)
{
	WRITE_ONCE(y, 1);
	smp_wmb();
	atomic_set(&x, 2);
	return 0;
}
static void *reader(void *unused)
{
	atomic_inc(&x);
	smp_rmb();
	seen = READ_ONCE(y);
	return 0;
}
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, writer, 0);
	pthread_create(&u, 0, reader, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	BUG_ON(atomic_read(&x) == 3 && seen == 0);
	return 0;
}
