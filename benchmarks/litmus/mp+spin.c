// title: message passing (MP), the reader spins on the flag
// origin: Alglave, Maranget, Tautschnig, "Herding cats" (TOPLAS 2014), MP; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso violation
// repair: pso 1 fences 1 pairs
#include <assert.h>
#include <pthread.h>

volatile int data, flag;
int got;

static void *thread1(void *arg)
{
	data = 1;
	flag = 1;
	return NULL;
}

static void *thread2(void *arg)
{
	while (!flag)
		;
	got = data;
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(got == 1);
	return 0;
}
