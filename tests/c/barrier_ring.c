// Three threads wait for each other at three barriers: nobody comes through, under whatever model.
// gcc: no, threads wait for good
// verdict: sc safe, tso safe, rc11 safe, arm8 safe, riscv safe, power safe
#include <assert.h>
#include <pthread.h>
static pthread_barrier_t one, two, three;
static int passed;
static void *first(void *unused)
{
	pthread_barrier_wait(&one);
	pthread_barrier_wait(&two);
	passed = 1;
	return 0;
}
static void *second(void *unused)
{
	pthread_barrier_wait(&two);
	pthread_barrier_wait(&three);
	return 0;
}
int main(void)
{
	pthread_t s, t;
	pthread_barrier_init(&one, 0, 2);
	pthread_barrier_init(&two, 0, 2);
	pthread_barrier_init(&three, 0, 2);
	pthread_create(&s, 0, first, 0);
	pthread_create(&t, 0, second, 0);
	pthread_barrier_wait(&three);
	pthread_barrier_wait(&one);
	pthread_join(s, 0);
	assert(!passed);
	return 0;
}
