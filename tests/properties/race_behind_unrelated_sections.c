// title: sections of which none reads what the other has written order nothing outside of them
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc violation, tso violation, pso violation
// property: data race
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, y, counter;

static void *left(void *arg)
{
	counter++;
	__VERIFIER_atomic_begin();
	x = 1;
	__VERIFIER_atomic_end();
	return arg;
}

static void *right(void *arg)
{
	__VERIFIER_atomic_begin();
	y = 1;
	__VERIFIER_atomic_end();
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
