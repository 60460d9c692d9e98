// Spin locks, and an update with a result, which orders everything around it.
// verdict: sc safe, tso safe, lkmm safe, arm8 safe, riscv safe, power safe
#include <linux/atomic.h>
#include <linux/bug.h>
#include <linux/spinlock.h>
static DEFINE_SPINLOCK(lock);
static int counter;
static atomic_t done = ATOMIC_INIT(0);
static void *worker(void *unused)
{
	unsigned long flags;
	spin_lock_irqsave(&lock, flags);
	counter++;
	spin_unlock_irqrestore(&lock, flags);
	if (atomic_inc_return(&done) == 2)
		BUG_ON(counter != 2);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	worker(0);
	pthread_join(t, 0);
	return 0;
}
