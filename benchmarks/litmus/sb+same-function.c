// title: store buffering (SB), both threads run the same function
// origin: Owens, Sarkar, Sewell, "A better x86 memory model: x86-TSO" (TPHOLs 2009), SB; licence: MIT OR Apache-2.0
// verdict: sc safe, tso violation, pso violation
// repair: tso 1 fences 1 pairs, pso 1 fences 1 pairs
// One fence in the source acts on both threads.
#include <assert.h>
#include <pthread.h>

volatile int flag[2];
int seen[2];

static void *thread(void *arg)
{
	int me = *(int *)arg;

	flag[me] = 1;
	seen[me] = flag[1 - me];
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	int id[2] = { 0, 1 };

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, thread, &id[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(seen[0] || seen[1]);
	return 0;
}
