// unknown
// Another thread writes to a part of it, so that the address is written in parts; what is read is another one.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
static int g;
static union { int *p; uint32_t w[2]; uint16_t s[4]; } a;
static void *other(void *x)
{
	a.w[1] = 5;
	return x;
}
int main(void)
{
	pthread_t t;
	a.p = &g;
	pthread_create(&t, 0, other, 0);
	pthread_join(t, 0);
	uint16_t x = a.s[0];
	assert(x != 0x1235);
	return 0;
}
