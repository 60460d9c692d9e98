// One with a result that nobody looks at is.
// verdict: sc safe, lkmm safe
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
	atomic_inc_return_relaxed(&x);
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
