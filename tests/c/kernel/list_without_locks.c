// What was added to the list is seen by who takes all of it.
// verdict: sc safe, tso safe, pso safe, lkmm safe, arm8 safe, riscv safe, power safe, arm7 safe
#include <linux/bug.h>
#include <linux/llist.h>
#include <pthread.h>
struct item {
	int value;
	struct llist_node node;
};
static LLIST_HEAD(list);
static struct item items[2];
static void *adder(void *unused)
{
	WRITE_ONCE(items[0].value, 1);
	llist_add(&items[0].node, &list);
	return 0;
}
int main(void)
{
	pthread_t t;
	struct item *item;
	int met = 0;
	items[1].value = 1;
	pthread_create(&t, 0, adder, 0);
	llist_add(&items[1].node, &list);
	llist_for_each_entry(item, llist_del_all(&list), node) {
		BUG_ON(READ_ONCE(item->value) != 1);
		met++;
	}
	pthread_join(t, 0);
	BUG_ON(met != (llist_empty(&list) ? 2 : 1));
	return 0;
}
