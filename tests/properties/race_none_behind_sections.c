// title: a lock of atomic sections orders what it guards, which is outside of them
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

int held, counter;

static void lock(void)
{
	__VERIFIER_atomic_begin();
	__VERIFIER_assume(!held);
	held = 1;
	__VERIFIER_atomic_end();
}

static void unlock(void)
{
	__VERIFIER_atomic_begin();
	held = 0;
	__VERIFIER_atomic_end();
}

static void *left(void *arg)
{
	lock();
	counter++;
	unlock();
	return arg;
}

static void *right(void *arg)
{
	return left(arg);
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
