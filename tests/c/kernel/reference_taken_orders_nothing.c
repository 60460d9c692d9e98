// Who takes a reference acquires nothing of what others did before they gave theirs.
// verdict: sc safe, tso safe, lkmm violation, arm8 violation, riscv violation, power violation
#include <linux/refcount.h>
#include <pthread.h>
static refcount_t references = REFCOUNT_INIT(2);
static int x;
static void *user(void *unused)
{
	WRITE_ONCE(x, 1);
	refcount_dec(&references);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, user, 0);
	if (refcount_inc_not_zero(&references) && refcount_read(&references) == 2)
		BUG_ON(!READ_ONCE(x));
	return 0;
}
