// A reference that is taken where there is none any more is what the kernel warns of.
// verdict: sc violation, lkmm violation
#include <linux/refcount.h>
#include <pthread.h>
static refcount_t references = REFCOUNT_INIT(1);
static void *user(void *unused)
{
	refcount_inc(&references);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, user, 0);
	(void)refcount_dec_and_test(&references);
	return 0;
}
