// One that succeeds orders everything around it.
// verdict: sc safe, tso safe, pso safe, lkmm safe, arm8 safe, riscv safe, power safe, arm7 safe
#include <linux/atomic.h>
#include <linux/bug.h>
#include <pthread.h>
static int x, y, z, w, seen;
static void *other(void *unused)
{
	WRITE_ONCE(y, 1);
	BUG_ON(cmpxchg(&w, 0, 1) != 0);
	seen = READ_ONCE(x);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	WRITE_ONCE(x, 1);
	int old = 0;
	BUG_ON(!try_cmpxchg(&z, &old, 1));
	int mine = READ_ONCE(y);
	pthread_join(t, 0);
	BUG_ON(!mine && !seen);
	return 0;
}
