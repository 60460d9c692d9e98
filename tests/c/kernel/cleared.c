// A pointer that is cleared publishes nothing, and the kernel stores it without an order.
// verdict: sc safe, tso safe, pso violation, lkmm violation, arm8 violation, riscv violation, power violation, arm7 violation
#include <linux/bug.h>
#include <linux/rcupdate.h>
#include <pthread.h>
static int done, value = 5, *current_value = &value;
static void *writer(void *unused)
{
	WRITE_ONCE(done, 1);
	rcu_assign_pointer(current_value, NULL);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	if (!rcu_dereference(current_value)) {
		smp_rmb();
		BUG_ON(!READ_ONCE(done));
	}
	return 0;
}
