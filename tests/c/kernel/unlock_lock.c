// One lock is given and another one taken, with the barrier for that behind.
// verdict: sc safe, tso safe, pso safe, lkmm safe, arm8 safe, riscv safe, power safe, arm7 safe
#include <linux/bug.h>
#include <linux/spinlock.h>
#include <pthread.h>
static DEFINE_SPINLOCK(first);
static DEFINE_SPINLOCK(second);
static int x, y, seen;
static void *other(void *unused)
{
	WRITE_ONCE(y, 1);
	smp_mb();
	seen = READ_ONCE(x);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	spin_lock(&first);
	WRITE_ONCE(x, 1);
	spin_unlock(&first);
	spin_lock(&second);
	smp_mb__after_unlock_lock();
	int mine = READ_ONCE(y);
	spin_unlock(&second);
	pthread_join(t, 0);
	BUG_ON(!mine && !seen);
	return 0;
}
