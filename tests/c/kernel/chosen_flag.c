// As in chosen.c, of a flag: what is written then hangs on nothing that was read, as herd sees it.
// verdict: sc safe, lkmm violation, arm8 safe, power safe
#include <linux/atomic.h>
#include <linux/bug.h>
#include <pthread.h>
static int x, y, b, c;
static void *first(void *unused)
{
	_Bool r0 = 0; int r1 = READ_ONCE(y);
	if (r1 == 1)
		r0 = 1;
	if (r0)
		WRITE_ONCE(x, 1);
	b = r1;
	return 0;
}
static void *second(void *unused)
{
	int r0 = READ_ONCE(x);
	smp_mb();
	WRITE_ONCE(y, 1);
	c = r0;
	return 0;
}
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, first, 0);
	pthread_create(&u, 0, second, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	BUG_ON(b == 1 && c == 1);
	return 0;
}
