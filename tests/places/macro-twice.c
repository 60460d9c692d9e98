// suggest: --model tso
// A fence in the macro counts twice, as the two in the text do, and stands as well as each of them.
#include <assert.h>
#include <pthread.h>
#define SET(place, value) do { *(volatile int *)&(place) = (value); } while (0)
#define GET(place) (*(volatile int *)&(place))
int x, y, r1, r2;
static void *t1(void *unused)
{
	SET(x, 1);
	r1 = GET(y);
	return unused;
}
static void *t2(void *unused)
{
	SET(y, 1);
	r2 = GET(x);
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
