// Who finds a spin lock free has not acquired what was done under it.
// verdict: sc safe, tso safe, lkmm violation, arm8 violation, riscv violation, power violation
#include <linux/bug.h>
#include <linux/spinlock.h>
#include <pthread.h>
static DEFINE_SPINLOCK(lock);
static int begun, x;
static void *worker(void *unused)
{
	spin_lock(&lock);
	smp_store_release(&begun, 1);
	WRITE_ONCE(x, 1);
	spin_unlock(&lock);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	if (smp_load_acquire(&begun) && !spin_is_locked(&lock))
		BUG_ON(!READ_ONCE(x));
	return 0;
}
