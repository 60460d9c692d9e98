// least: rc11 2 cost 4 dropped 2
// Macros that put the names of orders together from what they are given.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define LOAD(place, order) atomic_load_explicit(place, memory_order_##order)
#define STORE(place, value, ORDER) __atomic_store_n(place, value, __ATOMIC_ ## ORDER)
static _Atomic int data;
static int flag, seen;
static atomic_int ready;
static void *writer(void *unused)
{
	STORE(&flag, 1, SEQ_CST);
	atomic_store_explicit(&data, 1, memory_order_relaxed);
	STORE(&seen, 1, RELEASE);
	atomic_store_explicit(&ready, 1, memory_order_release);
	return 0;
}
static void *reader(void *unused)
{
	if (LOAD(&ready, seq_cst)) {
		int found = LOAD(&data, relaxed);
		assert(found == 1);
	}
	return 0;
}
int main(void)
{
	pthread_t w, r;
	pthread_create(&w, 0, writer, 0);
	pthread_create(&r, 0, reader, 0);
	pthread_join(w, 0);
	pthread_join(r, 0);
	return 0;
}
