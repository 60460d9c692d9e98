// suggest: --model tso
// When a function that only computes is called within an expression is open: no fence goes into it, though one there would be enough for both.
#include <assert.h>
#include <pthread.h>

static volatile int x, y;
static int a, b;

static inline int least(int one, int other)
{
	return one < other ? one : other;
}

static void *left(void *unused)
{
	x = 1;
	a = least(least(1, 2), y);
	return unused;
}

static void *right(void *unused)
{
	y = 1;
	b = least(least(1, 2), x);
	return unused;
}

int main(void)
{
	pthread_t one, other;

	pthread_create(&one, 0, left, 0);
	pthread_create(&other, 0, right, 0);
	pthread_join(one, 0);
	pthread_join(other, 0);
	assert(a || b);
	return 0;
}
