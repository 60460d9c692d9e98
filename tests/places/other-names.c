// suggest: --model pso --no-fences-in store
// The comment stands where the names of the function that makes the access mean nothing.
#include <assert.h>
#include <pthread.h>
struct pair {
	int sequence;
	int left;
	int right;
};
static struct pair pair;
static void store(int *target, int value)
{
	*(volatile int *)target = value;
}
static int load(const int *from)
{
	return *(const volatile int *)from;
}
static void set(struct pair *p, int *counter)
{
	store(counter, 1);
	p->left = 1;
	p->right = 1;
}
static void *t1(void *unused)
{
	set(&pair, &pair.sequence);
	return unused;
}
static void *t2(void *unused)
{
	if (load(&pair.left))
		assert(load(&pair.sequence) == 1);
	return unused;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, t1, 0);
	pthread_create(&b, 0, t2, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
