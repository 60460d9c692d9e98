// unknown
#include <assert.h>
#include <stdint.h>
extern _Bool __VERIFIER_nondet_bool(void);
static int h;
union word { int *p; uint32_t w[2]; };
static union word a = { .p = &h }, b;
int main(void)
{
	union word *q = __VERIFIER_nondet_bool() ? &a : &b;
	q->w[0] = 0;
	assert(a.w[0] != 3444446224u);
}
