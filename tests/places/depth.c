// suggest: --model arm8
// What the lock's end misses goes there, and not behind its call in the function that takes it.
#include <assert.h>
#include <pthread.h>
struct ticket {
	volatile int owner;
	int next;
};
static struct ticket door;
static int total;
static void lock(struct ticket *l)
{
	int mine = __sync_fetch_and_add(&l->next, 1);
	while (l->owner != mine)
		;
}
static void unlock(struct ticket *l)
{
	__sync_synchronize();
	l->owner++;
}
static void add(int n)
{
	lock(&door);
	total += n;
	unlock(&door);
}
static void *t1(void *unused)
{
	add(1);
	return unused;
}
static void *t2(void *unused)
{
	add(1);
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
