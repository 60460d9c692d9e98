// verdict: sc safe, tso safe, pso safe
// gcc: no
// Longer and longer pauses: each ends, however long it is.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag, data;

void *waiter(void *p)
{
	unsigned delay = 1;
	int rounds = 0;
	while (!flag) {
		for (unsigned k = 0; k < delay; k++)
			;
		for (unsigned k = delay; k; k >>= 1)
			;
		unsigned left = delay;
		while (left--)
			;
		for (int k = rounds; k != 0; --k)
			;
		delay *= 2;
		rounds++;
	}
	assert(data == 1);
	return p;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, waiter, 0);
	data = 1;
	flag = 1;
	pthread_join(t, 0);
	return 0;
}
