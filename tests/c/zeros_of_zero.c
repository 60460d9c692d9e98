// The trailing zeros of 0 are undefined in GCC's C, and its optimiser makes use of that.
// verdict: sc violation, tso violation
// property: arithmetic
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint free_slots = 1;
static void *taker(void *unused)
{
	unsigned slots = atomic_load(&free_slots);
	unsigned slot = __builtin_ctz(slots);
	atomic_fetch_and(&free_slots, ~(1u << slot));
	return 0;
}
int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, taker, 0);
	pthread_create(&t, 0, taker, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	return 0;
}
