// The pointer leads to one of two elements, whatever the key is: nothing between them is read as an address.
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>

struct bucket {
	int count;
	int overflow;
	struct bucket *next;
};

static struct bucket table[2] = {{1, 0, 0}, {1, 0, 0}};
static struct bucket *_Atomic last;
unsigned __VERIFIER_nondet_uint(void);

static void *publish(void *unused)
{
	unsigned key = __VERIFIER_nondet_uint();

	last = &table[key % 2];
	return unused;
}

int main(void)
{
	pthread_t thread;
	struct bucket *b;

	pthread_create(&thread, 0, publish, 0);
	b = last;
	assert(!b || (b->count == 1 && !b->overflow));
	pthread_join(thread, 0);
	return 0;
}
