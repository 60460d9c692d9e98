// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
// Only where the flag is seen does the thread end in the inner call; what dies then is what the calls around it have made.
// gcc: no
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(int *) where;
static atomic_int asked, ended;

static void stop_if_asked(void)
{
	if (atomic_load(&asked)) {
		atomic_store(&ended, 1);
		pthread_exit(NULL);
	}
}

static void work(int depth)
{
	int mine = depth;

	if (depth == 1)
		atomic_store(&where, &mine);
	if (depth < 2)
		work(depth + 1);
	else
		stop_if_asked();
	if (depth == 1)
		atomic_store(&where, NULL);
}

static void *maker(void *unused)
{
	work(0);
	return unused;
}

int main(void)
{
	pthread_t t;
	int *found;

	pthread_create(&t, NULL, maker, NULL);
	found = atomic_load(&where);
	atomic_store(&asked, 1);
	pthread_join(t, NULL);
	/* Without the end in the inner call nothing that is there now is there still. */
	if (found && atomic_load(&ended))
		*found = 5;
	return 0;
}
