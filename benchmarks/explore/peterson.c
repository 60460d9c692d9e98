// title: Peterson's mutual exclusion, fenced, behind N innocent pairs
// origin: Peterson, "Myths about the mutual exclusion problem" (Information Processing Letters 12(3), 1981); the pairs are those of Joshi, Kroening, "Property-driven fence insertion using reorder bounded model checking" (FM 2015), figure 2; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe
// complete: -DN=2 sc 36, -DN=2 tso 64, -DN=4 sc 324, -DN=4 tso 1024, -DN=6 sc 2916, -DN=6 tso 16384
// large-complete: -DN=8 sc 26244, -DN=8 tso 262144
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif

volatile int u[N], v[N];
volatile int s1, s2;
volatile int flag1, flag2, turn;
volatile int counter;

static void *thread1(void *arg)
{
	for (int i = 0; i < N; i++) {
		u[i] = 1;
		s1 += v[i];
	}
	flag1 = 1;
	turn = 2;
	__sync_synchronize();
	while (flag2 && turn == 2)
		;
	counter++;
	flag1 = 0;
	return NULL;
}

static void *thread2(void *arg)
{
	for (int i = 0; i < N; i++) {
		v[i] = 1;
		s2 += u[i];
	}
	flag2 = 1;
	turn = 1;
	__sync_synchronize();
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
	assert(s1 >= 0 && s2 >= 0);
	return 0;
}
