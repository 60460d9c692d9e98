// Who reads under the lock sees all that a writer did under it, or nothing.
// verdict: sc safe, tso safe, pso safe, lkmm safe, arm8 safe, riscv safe, power safe, arm7 safe
#include <linux/bug.h>
#include <linux/rwlock.h>
#include <pthread.h>
static DEFINE_RWLOCK(lock);
static int x, y;
static void *writer(void *unused)
{
	write_lock(&lock);
	WRITE_ONCE(x, 1);
	WRITE_ONCE(y, 1);
	write_unlock(&lock);
	return 0;
}
int main(void)
{
	unsigned long flags;
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	read_lock_irqsave(&lock, flags);
	BUG_ON(READ_ONCE(x) != READ_ONCE(y));
	read_unlock_irqrestore(&lock, flags);
	return 0;
}
