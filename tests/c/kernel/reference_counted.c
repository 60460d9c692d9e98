// Who gives the last reference releases what it did with the object, and who gives the last one acquires that.
// verdict: sc safe, tso safe, pso safe, lkmm safe, arm8 safe, riscv safe, power safe, arm7 safe
#include <linux/refcount.h>
#include <pthread.h>
static refcount_t references = REFCOUNT_INIT(1);
static int used[2], *object = used;
static void *user(void *unused)
{
	WRITE_ONCE(object[0], 1);
	if (refcount_dec_and_test(&references))
		BUG_ON(!READ_ONCE(object[1]));
	return 0;
}
int main(void)
{
	pthread_t t;
	refcount_inc(&references);
	pthread_create(&t, 0, user, 0);
	WRITE_ONCE(object[1], 1);
	if (refcount_dec_and_test(&references))
		BUG_ON(!READ_ONCE(object[0]));
	return 0;
}
