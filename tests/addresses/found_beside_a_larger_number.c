// unknown
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);
#define GONE (~(uintptr_t)0)
static int pool[200];
static _Atomic uintptr_t slot;
static void *closes(void *arg)
{
	atomic_store(&slot, GONE);
	return arg;
}
int main(void)
{
	pthread_t t;
	unsigned i = __VERIFIER_nondet_uint();
	if (i >= 200)
		return 0;
	pthread_create(&t, 0, closes, 0);
	atomic_store(&slot, (uintptr_t)&pool[i]);
	uintptr_t v = atomic_load(&slot);
	if (v != GONE)
		assert((v >> 20 & 0xff) != 0x77);
	pthread_join(t, 0);
	return 0;
}
