// title: who does not get a lock learns nothing from those who have had it
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc violation, tso violation, pso violation, rc11 violation
// property: data race
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int written, kept;
static int value, seen;

static void *writes(void *unused)
{
	value = 1;
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	atomic_store_explicit(&written, 1, memory_order_relaxed);
	return unused;
}

static void *keeps(void *unused)
{
	if (atomic_load_explicit(&written, memory_order_relaxed)) {
		pthread_mutex_lock(&lock);
		atomic_store_explicit(&kept, 1, memory_order_relaxed);
	}
	return unused;
}

static void *tries(void *unused)
{
	if (atomic_load_explicit(&kept, memory_order_relaxed) && pthread_mutex_trylock(&lock) == EBUSY)
		seen = value;
	return unused;
}

int main(void)
{
	pthread_t t0, t1, t2;

	pthread_create(&t0, NULL, writes, NULL);
	pthread_create(&t1, NULL, keeps, NULL);
	pthread_create(&t2, NULL, tries, NULL);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
