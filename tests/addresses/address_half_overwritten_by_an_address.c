// unknown
// The same, by another address.
#include <assert.h>
#include <string.h>
#include <stdint.h>
static int g, h;
int main(void)
{
	union { int *p; char b[16]; } b;
	int *p = &h;
	uint64_t x;
	b.p = &g;
	memcpy(b.b + 2, &p, 8);
	memcpy(&x, &b, 8);
	assert(x != 0x7f11035512341234);
}
