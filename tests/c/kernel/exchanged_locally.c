// An exchange that is one step for its own processor only loses what others write in between.
// verdict: sc violation, tso violation, lkmm violation
#include <linux/atomic.h>
#include <linux/bug.h>
#include <pthread.h>
static int counter;
static void *worker(void *unused)
{
	int old = READ_ONCE(counter);
	while (!try_cmpxchg_local(&counter, &old, old + 1))
		;
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	worker(0);
	pthread_join(t, 0);
	BUG_ON(counter != 2);
	return 0;
}
