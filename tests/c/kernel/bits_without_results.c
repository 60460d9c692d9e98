// A bit that is set without a result orders nothing.
// verdict: sc safe, tso safe, lkmm violation, arm8 violation, riscv violation, power violation
#include <linux/bitops.h>
#include <linux/bug.h>
#include <pthread.h>
static unsigned long flags;
static int x;
static void *other(void *unused)
{
	WRITE_ONCE(x, 1);
	set_bit(3, &flags);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	if (test_bit_acquire(3, &flags))
		BUG_ON(!READ_ONCE(x));
	return 0;
}
