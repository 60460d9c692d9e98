// A bit as a lock: taking it acquires, and giving it releases.
// verdict: sc safe, tso safe, pso safe, lkmm safe, arm8 safe, riscv safe, power safe, arm7 safe
#include <linux/bitops.h>
#include <linux/bug.h>
#include <pthread.h>
static DECLARE_BITMAP(flags, 70);
static int counter;
static void *worker(void *unused)
{
	if (!test_and_set_bit_lock(65, flags)) {
		WRITE_ONCE(counter, READ_ONCE(counter) + 1);
		BUG_ON(READ_ONCE(counter) != 1);
		WRITE_ONCE(counter, 0);
		clear_bit_unlock(65, flags);
	}
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	worker(0);
	return 0;
}
