// suggest: --model pso --isystem sys
// A header of the system is not the project's to change, however deep its functions are.
#include <assert.h>
#include <pthread.h>
#include <prim.h>
static int data, owner, next;
static void lock(void)
{
	int mine = __sync_fetch_and_add(&next, 1);
	while (prim_load(&owner) != mine)
		;
}
static void unlock(void)
{
	prim_release(&owner);
}
static void *t1(void *unused)
{
	lock();
	data = data + 1;
	unlock();
	return unused;
}
static void *t2(void *unused)
{
	lock();
	data = data + 1;
	unlock();
	return unused;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, t1, 0);
	pthread_create(&b, 0, t2, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(data == 2);
	return 0;
}
