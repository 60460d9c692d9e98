// suggest: --model tso
// One fence in the body of the macro would do, but counts for each of its four uses; two functions are fewer.
#include <assert.h>
#include <pthread.h>
volatile int x, y;
int r1, r2;
volatile int u, v;
#define RAISE(flag) do { (flag) = 1; } while (0)
static void *t1(void *unused)
{
	RAISE(u);
	RAISE(x);
	r1 = y;
	return 0;
}
static void *t2(void *unused)
{
	RAISE(v);
	RAISE(y);
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
