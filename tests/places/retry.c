// suggest: --model arm8
// Without its orders the lock's loop runs on; with them a try in vain is one that waits.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_flag taken = ATOMIC_FLAG_INIT;
static int total;
static void add(void)
{
	while (atomic_flag_test_and_set_explicit(&taken, memory_order_relaxed))
		;
	total++;
	atomic_flag_clear_explicit(&taken, memory_order_relaxed);
}
static void *t1(void *unused)
{
	add();
	return unused;
}
static void *t2(void *unused)
{
	add();
	return unused;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, t1, 0);
	pthread_create(&b, 0, t2, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(total == 2);
	return 0;
}
