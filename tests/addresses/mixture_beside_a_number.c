// unknown
// On one of two paths a number is there, on the other one what is left of an address of an initialiser.
#include <assert.h>
#include <stdint.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
static int g;
static union { int *p[2]; uint64_t l[2]; uint32_t w[4]; uint8_t b[16]; } a = {.p = {[1] = &g}};
int main(void)
{
	memset(a.b + 8, 0, 2);
	if (__VERIFIER_nondet_bool())
		a.l[1] = 9;
	a.p[0] = &g;
	uint32_t x = a.w[3];
	assert(x != 0x355123fc);
	return 0;
}
