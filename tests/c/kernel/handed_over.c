// What is written under two locks of one processor comes to others in that order (the published MP+unlocklockonceonce+fencermbonceonce).
// verdict: sc safe, lkmm safe, riscv safe, power safe
#include <linux/bug.h>
#include <linux/spinlock.h>
static DEFINE_SPINLOCK(s);
static DEFINE_SPINLOCK(t);
static int x, y, a, b;
static void *writer(void *unused)
{
	spin_lock(&s);
	WRITE_ONCE(x, 1);
	spin_unlock(&s);
	spin_lock(&t);
	WRITE_ONCE(y, 1);
	spin_unlock(&t);
	return 0;
}
static void *reader(void *unused)
{
	a = READ_ONCE(y);
	smp_rmb();
	b = READ_ONCE(x);
	return 0;
}
int main(void)
{
	pthread_t p, q;
	pthread_create(&p, 0, writer, 0);
	pthread_create(&q, 0, reader, 0);
	pthread_join(p, 0);
	pthread_join(q, 0);
	BUG_ON(a == 1 && b == 0);
	return 0;
}
