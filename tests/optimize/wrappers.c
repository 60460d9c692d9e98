// least: rc11 2 cost 6 dropped 2, arm8 1 cost 2 dropped 3
// Wrappers: what stands in the body of a macro or a function is written for all its uses, and counts once for each use of a macro and
// once for a function. What a macro is given for the address is not seen: that access stays, and under arm8 keeps the writes in order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define GET(x) atomic_load(&(x))
#define SET(x, v) \
	atomic_store(&(x), \
	             (v))
#define ADD(p, v) atomic_fetch_add(p, v)

static atomic_int data, flag, more;

static inline int take(atomic_int *object)
{
	return atomic_exchange(object, 0);
}

static inline void count(atomic_int *object)
{
	(*object)++;
}

static void *write(void *unused)
{
	SET(data, 1);
	ADD(&more, GET(more));
	count(&more);
	SET(flag, 1);
	return unused;
}

static void *read(void *unused)
{
	if (take(&flag)) {
		int found = GET(data);
		assert(found == 1);
	}
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
