// Sections within each other are over with the outermost one: nothing orders what is behind it.
// verdict: lkmm violation
#include <linux/bug.h>
#include <linux/rcupdate.h>
#include <pthread.h>
static int x, y;
static void *writer(void *unused)
{
	WRITE_ONCE(x, 1);
	synchronize_rcu();
	WRITE_ONCE(y, 1);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	for (int depth = 0; depth < 5; depth++)
		rcu_read_lock();
	for (int depth = 0; depth < 5; depth++)
		rcu_read_unlock();
	int later = READ_ONCE(y);
	int earlier = READ_ONCE(x);
	BUG_ON(later && !earlier);
	return 0;
}
