// Barriers that order for devices order for processors, too.
// verdict: sc safe, tso safe, pso safe, lkmm safe, arm8 safe, riscv safe, power safe, arm7 safe
#include <asm/barrier.h>
#include <linux/bug.h>
#include <pthread.h>
static int data, flag;
static void *writer(void *unused)
{
	WRITE_ONCE(data, 1);
	dma_wmb();
	WRITE_ONCE(flag, 1);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	if (READ_ONCE(flag)) {
		dma_rmb();
		BUG_ON(!READ_ONCE(data));
	}
	return 0;
}
