// title: message passing (MP), the data are written before the reader is created
// origin: Alglave, Maranget, Tautschnig, "Herding cats" (TOPLAS 2014), MP; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// pthread_create orders what the creator wrote before what the new thread reads.
#include <assert.h>
#include <pthread.h>

volatile int data;
int got;

static void *reader(void *arg)
{
	got = data;
	return NULL;
}

int main(void)
{
	pthread_t t;

	data = 1;
	pthread_create(&t, NULL, reader, NULL);
	pthread_join(t, NULL);
	assert(got == 1);
	return 0;
}
