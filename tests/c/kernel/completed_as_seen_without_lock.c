// That a completion is seen to be done without the lock orders nothing.
// verdict: sc safe, tso safe, lkmm violation, arm8 violation, riscv violation, power violation
#include <linux/bug.h>
#include <linux/completion.h>
#include <pthread.h>
static DECLARE_COMPLETION(done);
static int x;
static void *worker(void *unused)
{
	WRITE_ONCE(x, 1);
	complete(&done);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	if (READ_ONCE(done.done))
		BUG_ON(READ_ONCE(x) != 1);
	return 0;
}
