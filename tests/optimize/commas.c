// least: rc11 2 cost 4 dropped 3
// Commas in what an operator is given, and behind what a builtin needs: the parentheses stay, and the list of variables goes nowhere.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int data, flag, other;
static int count, old;

static void *write(void *unused)
{
	data = (count = 1, 2);
	other |= (count++, 1);
	__sync_fetch_and_add(&old, 1, count, flag);
	flag = 1;
	return unused;
}

static void *read(void *unused)
{
	if (flag)
		assert(data == 2);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, write, 0);
	pthread_create(&b, 0, read, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
