// suggest: --model tso -Wdeclaration-after-statement
// A fence may stand behind all declarations.
#include <assert.h>
#include <pthread.h>
static volatile int x, y;
static int r1, r2;
static int swap(volatile int *mine, volatile int *theirs)
{
	int old = (*mine = 1);
	int seen = 0;
	seen = *theirs;
	return seen + 0 * old;
}
static void *t1(void *unused)
{
	r1 = swap(&x, &y);
	return unused;
}
static void *t2(void *unused)
{
	r2 = swap(&y, &x);
	return unused;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, t1, 0);
	pthread_create(&b, 0, t2, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(r1 || r2);
	return 0;
}
