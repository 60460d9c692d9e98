// unknown
// Only the later bytes that are read are shared.
#include <assert.h>
#include <string.h>
#include <stdint.h>
#include <pthread.h>
static int h;
static union { uint64_t l[2]; char b[16]; } b;
static void *t(void *q) { int *p = &h; memcpy(b.b + 4, &p, 8); return q; }
int main(void)
{
	pthread_t a;
	memset(b.b + 4, 0, 4);
	pthread_create(&a, 0, t, 0);
	pthread_join(a, 0);
	uint64_t x = b.l[0];
	assert(x != 0x355123400000000);
}
