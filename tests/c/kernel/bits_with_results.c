// A bit that is set with a result orders everything, also where it was set before.
// verdict: sc safe, tso safe, pso safe, lkmm safe, arm8 safe, riscv safe, power safe, arm7 safe
#include <linux/bitops.h>
#include <linux/bug.h>
#include <pthread.h>
static unsigned long here = 2, there = 0;
static int x, y, seen;
static void *other(void *unused)
{
	WRITE_ONCE(y, 1);
	BUG_ON(test_and_set_bit(1, &there));
	seen = READ_ONCE(x);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	WRITE_ONCE(x, 1);
	BUG_ON(!test_and_set_bit(1, &here));
	int mine = READ_ONCE(y);
	pthread_join(t, 0);
	BUG_ON(!mine && !seen);
	return 0;
}
