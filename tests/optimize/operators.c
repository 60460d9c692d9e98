// least: rc11 2 cost 4 dropped 17, arm8 1 cost 2 dropped 18
// Operators on atomic objects say no order and become calls that do; where their value is one that no function gives, or an atomic
// access leads to the object, they stay: under arm8 one of these keeps the writes in order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define ONE 1
#define FLAG state.flag

struct node {
	struct node *_Atomic next;
	atomic_int value;
};

static struct {
	atomic_int flag, counts[2];
} state;
static _Atomic unsigned bits;
static atomic_int count, *where = &count;
static atomic_bool done;
static struct node first, second;
static int used, seen;

static inline int look(atomic_int *object)
{
	return *object;
}

static void *write(void *unused)
{
	second.value = 7;
	first.next = &second;
	for (count = 0; count < 2; count++)
		state.counts[ONE] += count;
	bits |= 4u;
	*where = 5;
	used = count--;
	used += (count = 3);
	++count;
	used += ++count;
	first.next->value ^= 0;
	done = true;
	FLAG = ONE;
	return unused;
}

static void *read(void *unused)
{
	while (!FLAG)
		;
	seen = look(&state.counts[1]);
	assert(first.next == &second && seen == 1);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, write, 0);
	pthread_create(&b, 0, read, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(done && (bits & 4));
	return 0;
}
