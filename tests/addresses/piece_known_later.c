// unknown
// What the first thread reads is seen to be a part of an address only when the other one has gone another way.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
static int g;
static union { int *p[2]; uint64_t l[2]; uint8_t b[16]; } a, b;
static void *other(void *x)
{
	a = b;
	if (__VERIFIER_nondet_bool())
		b.p[1] = &g;
	if (__VERIFIER_nondet_bool())
		memmove(a.b + 2, b.b + 2, 8);
	return x;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	pthread_join(t, 0);
	uint64_t x = a.l[1];
	assert(x != 0x7f11035512341234);
	return 0;
}
