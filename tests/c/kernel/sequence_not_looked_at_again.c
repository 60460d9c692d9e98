// Who does not look at the count again may have read from two states.
// verdict: sc violation, lkmm violation
#include <linux/bug.h>
#include <linux/seqlock.h>
#include <pthread.h>
static seqcount_t count = SEQCNT_ZERO(count);
static int x, y;
static void *writer(void *unused)
{
	write_seqcount_begin(&count);
	WRITE_ONCE(x, 1);
	WRITE_ONCE(y, 1);
	write_seqcount_end(&count);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	(void)read_seqcount_begin(&count);
	int a = READ_ONCE(x), b = READ_ONCE(y);
	BUG_ON(a != b);
	return 0;
}
