// An update without order says nothing of what was written before it.
// verdict: sc safe, tso safe, lkmm violation, arm8 violation, riscv violation, power violation
#include <linux/atomic.h>
#include <linux/bug.h>
#include <pthread.h>
static int a[2];
static atomic_t done = ATOMIC_INIT(0);
static void *worker(void *which)
{
	WRITE_ONCE(a[(long)which], 1);
	if (atomic_inc_return_relaxed(&done) == 2)
		BUG_ON(!READ_ONCE(a[0]) || !READ_ONCE(a[1]));
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, (void *)1);
	worker(0);
	pthread_join(t, 0);
	return 0;
}
