// unknown
#include <assert.h>
#include <stdint.h>
#include <string.h>
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
union U { int *p; uint32_t w[2]; uint64_t l; };
static _Alignas(16) int G[16];
static union U m[3];
static uint64_t x;
static void *b(void *_) { uint64_t y = m[1].l; x = y >> 18; return 0; }
int main(void)
{
	unsigned i = __VERIFIER_nondet_uint();
	if (i >= 2) return 0;
	m[1].p = G;
	pthread_t q;
	pthread_create(&q, 0, b, 0);
	pthread_join(q, 0);
	{ union U t; memcpy(&t, &m[2], 4); memcpy(t.w + 1, m[2].w + 1, 4); m[i & 1] = t; }

	assert(x != 4772185);
	return 0;
}
