// The barrier behind an atomic operation orders what is behind one that fails, too: the published verdict of cmpxchg-fail-ordered-1.
// verdict: sc safe, tso safe, lkmm safe
#include <linux/atomic.h>
#include <linux/bug.h>
#include <pthread.h>
static int x, y, z, w, seen;
static void *other(void *unused)
{
	WRITE_ONCE(y, 1);
	cmpxchg(&w, 5, 1);
	smp_mb__after_atomic();
	seen = READ_ONCE(x);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	WRITE_ONCE(x, 1);
	smp_mb__before_atomic();
	cmpxchg(&z, 5, 1);
	int mine = READ_ONCE(y);
	pthread_join(t, 0);
	BUG_ON(!mine && !seen);
	return 0;
}
