// suggest: --model tso
// The macro is used once, so that a fence in its body counts once, too; the file's own text comes first.
#include <assert.h>
#include <pthread.h>
volatile int x, y;
int r1, r2;
#define RAISE(flag) do { (flag) = 1; } while (0)
static void *t1(void *unused)
{
	RAISE(x);
	r1 = y;
	return 0;
}
static void *t2(void *unused)
{
	y = 1;
	r2 = x;
	return 0;
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
