// suggest: --model pso
// A function around an access to what it is given stands for that access: a fence in it counts for every call, as in a macro.
#include <assert.h>
#include <pthread.h>

static volatile int data, more, flag;

static inline void set(volatile int *what, int value)
{
	*what = value;
}

static void *gives(void *unused)
{
	set(&data, 1);
	set(&flag, 1);
	return unused;
}

static void *takes(void *unused)
{
	if (flag)
		assert(data == 1);
	return unused;
}

int main(void)
{
	pthread_t one, other;

	set(&more, 1);
	pthread_create(&one, 0, gives, 0);
	pthread_create(&other, 0, takes, 0);
	pthread_join(one, 0);
	pthread_join(other, 0);
	return 0;
}
