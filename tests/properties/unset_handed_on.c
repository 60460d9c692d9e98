// title: a value that nobody has set goes from one thread to another, which asks for it
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc violation, tso violation, pso violation
// property: use of what nobody has set
#include <pthread.h>
#include <stdatomic.h>

static atomic_int box = 1;
static int asked;

static void *reader(void *arg)
{
	int found = atomic_load(&box);

	if (found > 3)
		asked = 1;
	return arg;
}

int main(void)
{
	pthread_t thread;
	int number;

	pthread_create(&thread, 0, reader, 0);
	atomic_store(&box, number);
	pthread_join(thread, 0);
	return 0;
}
