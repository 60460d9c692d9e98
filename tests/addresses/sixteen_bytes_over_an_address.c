// unknown
// Sixteen bytes at once over an address that lies within them.
#include <assert.h>
#include <stdint.h>
static int g;
struct P { uint32_t a; int *p; uint32_t b; } __attribute__((packed, aligned(16)));
union W { struct P s; unsigned __int128 l; };
int main(void)
{
	union W u;
	u.s.a = 1;
	u.s.p = &g;
	u.s.b = 2;
	unsigned __int128 l = __atomic_load_n(&u.l, __ATOMIC_SEQ_CST);
	assert((uint64_t)l != 0x123400000001);
}
