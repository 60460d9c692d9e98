// title: message passing (MP), the reader spins on the flag, fenced
// origin: Alglave, Maranget, Tautschnig, "Herding cats" (TOPLAS 2014), MP; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>

volatile int data, flag;
int got;

static void *thread1(void *arg)
{
	data = 1;
	__sync_synchronize();
	flag = 1;
	return NULL;
}

static void *thread2(void *arg)
{
	while (!flag)
		;
	__sync_synchronize();
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
