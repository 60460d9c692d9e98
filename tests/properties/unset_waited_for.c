// title: a thread waits for a flag that another one sets, and that nobody has cleared
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc violation, tso violation, pso violation
// property: use of what nobody has set
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int *flag;

static void *setter(void *arg)
{
	atomic_store(flag, 1);
	return arg;
}

int main(void)
{
	pthread_t thread;

	flag = malloc(sizeof *flag);
	pthread_create(&thread, 0, setter, 0);
	while (atomic_load(flag) != 1)
		;
	pthread_join(thread, 0);
	return 0;
}
