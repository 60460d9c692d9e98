// title: an access outside of atomic sections races with one inside
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc violation, tso violation, pso violation
// property: data race
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int counter;

static void *left(void *arg)
{
	__VERIFIER_atomic_begin();
	counter++;
	__VERIFIER_atomic_end();
	return arg;
}

static void *right(void *arg)
{
	counter++;
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
