// verdict: sc safe, tso safe, pso violation
// property: access to a local variable that is no more
// A write to another thread's thread-local variable is said to be done before it is there; the owner ends meanwhile.
// gcc: no
#include <pthread.h>
#include <stdatomic.h>

static _Thread_local int mine;
static _Atomic(int *) where;
static atomic_int done;

static void *owner(void *unused)
{
	atomic_store(&where, &mine);
	while (!atomic_load_explicit(&done, memory_order_acquire))
		;
	return unused;
}

static void *user(void *unused)
{
	int *found = atomic_load(&where);

	if (found)
		*found = 1;
	atomic_store_explicit(&done, 1, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	pthread_create(&t0, NULL, owner, NULL);
	pthread_create(&t1, NULL, user, NULL);
	pthread_join(t1, NULL);
	pthread_join(t0, NULL);
	return 0;
}
