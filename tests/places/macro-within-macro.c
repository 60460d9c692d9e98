// suggest: --model pso
// The body of a macro within another one begins with a statement, in each use.
#include <pthread.h>
#include <assert.h>
static volatile int x, y, z;
static int r1, r2;
#define ASSIGN(v) v = 1;
#define BOTH(X) { X(x) } { X(y) }
static void *t1(void *u)
{
	BOTH(ASSIGN)
	return u;
}
static void *t2(void *u)
{
	r1 = y;
	r2 = x;
	return u;
}
int main(void)
{
	pthread_t a, b;
	
	pthread_create(&a, 0, t1, 0);
	pthread_create(&b, 0, t2, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(!r1 || r2);
	return 0;
}
