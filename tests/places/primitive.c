// suggest: --model pso
// A function that makes an access for others is no better place than the one that calls it: the fence goes into the lock.
#include <assert.h>
#include <pthread.h>
static int data, owner, next;
static inline void barrier(void)
{
	__asm__ __volatile__("" ::: "memory");
	return;
}
static inline int load(const int *p)
{
	int r;

	barrier();
	r = *(const volatile int *)p;
	barrier();
	return r;
}
static inline void store(int *p, int v)
{
	barrier();
	*(volatile int *)p = v;
	barrier();
}
static void lock(void)
{
	int mine = __sync_fetch_and_add(&next, 1);
	while (load(&owner) != mine)
		;
}
static void unlock(void)
{
	store(&owner, load(&owner) + 1);
}
static void *run(void *a)
{
	lock();
	data = data + 1;
	unlock();
	return a;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, run, 0);
	pthread_create(&b, 0, run, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(data == 2);
	return 0;
}
