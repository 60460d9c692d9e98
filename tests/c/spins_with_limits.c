// Loops that look at a place, and give up after a hundred thousand times, in the forms in which they are written.
// verdict: sc safe, tso safe, pso violation
// property: assertion violated
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { LIMIT = 100000 };

static atomic_int ready, data;

static void relax(void)
{
}

static int is_ready(void)
{
	return atomic_load_explicit(&ready, memory_order_relaxed);
}

static void count_up(void)
{
	for (int i = 0; i < LIMIT && !is_ready(); i++)
		relax();
}

static void count_down(void)
{
	unsigned left = LIMIT;

	while (!is_ready() && --left)
		relax();
}

static void count_first(void)
{
	long left = LIMIT;

	while (left-- > 0 && !is_ready())
		relax();
}

static void count_at_the_end(void)
{
	int n = 0;

	do
		relax();
	while (!is_ready() && ++n < LIMIT);
}

static int count_inside(void)
{
	unsigned n = 0;

	while (!is_ready())
		if (++n > LIMIT)
			return 0;
	return 1;
}

static int keep_what_is_seen(void)
{
	int seen, left = LIMIT;

	while (!(seen = is_ready()) && left >= 0)
		left--;
	return seen;
}

static void *reader(void *arg)
{
	count_up();
	count_down();
	count_first();
	count_at_the_end();
	if (count_inside() && keep_what_is_seen())
		assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, reader, 0);
	atomic_store_explicit(&data, 1, memory_order_relaxed);
	atomic_store_explicit(&ready, 1, memory_order_relaxed);
	pthread_join(t, 0);
	return 0;
}
