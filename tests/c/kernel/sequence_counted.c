// Readers that find the count unchanged have read what one writer wrote.
// verdict: sc safe, tso safe, pso safe, lkmm safe, arm8 safe, riscv safe, power safe, arm7 safe
#include <linux/bug.h>
#include <linux/seqlock.h>
#include <pthread.h>
static DEFINE_SEQLOCK(lock);
static int x, y;
static void *writer(void *unused)
{
	write_seqlock(&lock);
	WRITE_ONCE(x, 1);
	WRITE_ONCE(y, 1);
	write_sequnlock(&lock);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	unsigned int start = read_seqbegin(&lock);
	int a = READ_ONCE(x), b = READ_ONCE(y);
	BUG_ON(!read_seqretry(&lock, start) && a != b);
	return 0;
}
