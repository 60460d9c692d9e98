// A compare-and-exchange that fails promises no order. Where it is a loop its load stands alone then; x86 locks in any case, and Power has its fence in front.
// verdict: sc safe, tso safe, pso violation, lkmm violation, arm8 violation, riscv violation, power safe, arm7 safe
#include <linux/atomic.h>
#include <linux/bug.h>
#include <pthread.h>
static int x, y, z, w, seen;
static void *other(void *unused)
{
	WRITE_ONCE(y, 1);
	cmpxchg(&w, 5, 1);
	seen = READ_ONCE(x);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	WRITE_ONCE(x, 1);
	cmpxchg(&z, 5, 1);
	int mine = READ_ONCE(y);
	pthread_join(t, 0);
	BUG_ON(!mine && !seen);
	return 0;
}
