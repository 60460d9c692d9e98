// What is done before a completion is seen behind the wait for it; one wait takes one completion.
// verdict: sc safe, tso safe, pso safe, lkmm safe, arm8 safe, riscv safe, power safe, arm7 safe
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
	wait_for_completion(&done);
	BUG_ON(READ_ONCE(x) != 1);
	BUG_ON(try_wait_for_completion(&done));
	return 0;
}
