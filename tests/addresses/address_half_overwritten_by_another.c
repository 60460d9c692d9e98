// unknown
// The same, by another thread.
#include <assert.h>
#include <stdint.h>
#include <pthread.h>
static int g;
static union { int *p; _Atomic uint32_t w[2]; uint64_t l; } u;
static void *t(void *x) { u.w[1] = 0; return x; }
int main(void)
{
	pthread_t i;
	u.p = &g;
	pthread_create(&i, 0, t, 0);
	pthread_join(i, 0);
	assert(u.l != 0x1234);
}
