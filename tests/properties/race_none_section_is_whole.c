// title: a section that another one reads from knows what it learns behind that write, too
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int first, second, counter;

static void *left(void *arg)
{
	counter++;
	__VERIFIER_atomic_begin();
	second = 1;
	__VERIFIER_atomic_end();
	return arg;
}

static void *middle(void *arg)
{
	__VERIFIER_atomic_begin();
	first = 1;
	if (!second)
		first = 0;
	__VERIFIER_atomic_end();
	return arg;
}

static void *right(void *arg)
{
	int seen;
	pthread_t third;

	pthread_create(&third, 0, middle, 0);
	__VERIFIER_atomic_begin();
	seen = first;
	__VERIFIER_atomic_end();
	if (seen)
		counter++;
	pthread_join(third, 0);
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
