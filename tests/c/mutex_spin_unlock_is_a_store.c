// verdict: sc safe, tso violation, pso violation
// property: assertion
// A spin lock is given by a store, which a read behind it overtakes, with what was written under the lock.
#include <assert.h>
#include <pthread.h>

pthread_spinlock_t one, other;
volatile int x, y;
int first, second;

static void *left(void *unused)
{
	pthread_spin_lock(&one);
	x = 1;
	pthread_spin_unlock(&one);
	first = y;
	return unused;
}

static void *right(void *unused)
{
	pthread_spin_lock(&other);
	y = 1;
	pthread_spin_unlock(&other);
	second = x;
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_spin_init(&one, PTHREAD_PROCESS_PRIVATE);
	pthread_spin_init(&other, PTHREAD_PROCESS_PRIVATE);
	pthread_create(&a, 0, left, 0);
	pthread_create(&b, 0, right, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(first || second);
	return 0;
}
