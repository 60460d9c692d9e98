// title: plain accesses that are all within atomic sections
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int counter;

static void __VERIFIER_atomic_count(void)
{
	counter++;
}

static void *left(void *arg)
{
	__VERIFIER_atomic_begin();
	counter++;
	__VERIFIER_atomic_end();
	return arg;
}

static void *right(void *arg)
{
	__VERIFIER_atomic_count();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, left, 0);
	pthread_create(&b, 0, right, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
