// The pointer is given by a write that nothing before waits for.
// verdict: lkmm violation
#include <linux/bug.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <pthread.h>
struct node {
	int value;
};
static struct node *current_node;
static void *reader(void *unused)
{
	rcu_read_lock();
	struct node *node = rcu_dereference(current_node);
	if (node)
		BUG_ON(READ_ONCE(node->value) != 42);
	rcu_read_unlock();
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, reader, 0);
	struct node *node = kmalloc(sizeof *node, GFP_KERNEL);
	node->value = 42;
	WRITE_ONCE(current_node, node);
	RCU_INIT_POINTER(current_node, 0);
	synchronize_rcu();
	WRITE_ONCE(node->value, 0);
	kfree(node);
	pthread_join(t, 0);
	return 0;
}
