// The same of one that would acquire.
// verdict: sc safe, tso safe, pso safe, lkmm violation, arm8 violation, riscv violation, power violation, arm7 violation
#include <linux/atomic.h>
#include <linux/bug.h>
#include <pthread.h>
static int data, flag;
static void *writer(void *unused)
{
	WRITE_ONCE(data, 1);
	smp_wmb();
	WRITE_ONCE(flag, 1);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	if (cmpxchg_acquire(&flag, 5, 7) == 1)
		BUG_ON(!READ_ONCE(data));
	return 0;
}
