// verdict: sc safe, tso safe, pso safe, rc11 safe
// Only the flags that are asked for are computed: less than another address is what no address surely is.
#include <assert.h>
#include <pthread.h>

struct node {
	struct node *next;
};

static struct node a, b;
static struct node *volatile top = &a;

static struct node *cas(struct node *volatile *at, struct node *expected, struct node *desired)
{
	struct node *found;

	__asm__ __volatile__("lock; cmpxchgq %2, %1" : "=a"(found), "+m"(*at) : "q"(desired), "0"(expected) : "memory", "cc");
	return found;
}

static int swaps(struct node *volatile *at, struct node *expected, struct node *desired)
{
	unsigned char same;

	__asm__ __volatile__("lock; cmpxchgq %3, %0; sete %1"
			     : "+m"(*at), "=q"(same), "+a"(expected) : "q"(desired) : "memory", "cc");
	return same;
}

static void *pushes(void *unused)
{
	for (;;) {
		b.next = top;
		if (swaps(&top, b.next, &b))
			break;
	}
	return unused;
}

int main(void)
{
	pthread_t thread;

	assert(cas(&top, 0, &b) == &a);
	pthread_create(&thread, 0, pushes, 0);
	cas(&top, &a, &a);
	assert(!swaps(&top, 0, &b));
	pthread_join(thread, 0);
	assert(top == &b && b.next == &a);
	return 0;
}
