// verdict: arm8 safe, riscv safe, tso safe, pso safe
// Half of a word is exchanged and all of it read behind that: what the exchange found is older than what the read finds, in its other half too.
// As in ARM's published model since it has accesses of different sizes (Linux's queued spin lock rests on it).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

union {
	uint32_t whole;
	uint16_t half[2];
} x;
static uint16_t found;
static uint32_t then;

static void *exchanges(void *unused)
{
	found = __atomic_exchange_n(&x.half[0], 42, __ATOMIC_RELAXED);
	then = __atomic_load_n(&x.whole, __ATOMIC_SEQ_CST);
	return unused;
}

static void *writes(void *unused)
{
	__atomic_store_n(&x.whole, 0xccddeeffu, __ATOMIC_RELAXED);
	return unused;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, exchanges, 0);
	pthread_create(&b, 0, writes, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(!(found == 0xeeff && then == 42));
	return 0;
}
