// suggest: --model tso
// The same with a comma between two expressions.
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int seen_left, seen_right;

#define HALF(own, other, seen) own = 1, seen = other

static void *left(void *unused)
{
	HALF(x, y, seen_left);
	return unused;
}

static void *right(void *unused)
{
	HALF(y, x, seen_right);
	return unused;
}

int main(void)
{
	pthread_t threads[2];
	pthread_create(&threads[0], NULL, left, NULL);
	pthread_create(&threads[1], NULL, right, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	assert(seen_left || seen_right);
	return 0;
}
