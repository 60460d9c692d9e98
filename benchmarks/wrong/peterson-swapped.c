// title: Peterson's mutual exclusion with the writes of flag and turn in the wrong order
// origin: a known wrong variant of Peterson, "Myths about the mutual exclusion problem" (Information Processing Letters 12(3), 1981); licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
// repair: none
#include <assert.h>
#include <pthread.h>

volatile int flag1, flag2, turn;
volatile int counter;

static void *thread1(void *arg)
{
	turn = 2;
	flag1 = 1;
	while (flag2 && turn == 2)
		;
	counter++;
	flag1 = 0;
	return NULL;
}

static void *thread2(void *arg)
{
	turn = 1;
	flag2 = 1;
	while (flag1 && turn == 1)
		;
	counter++;
	flag2 = 0;
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(counter == 2);
	return 0;
}
