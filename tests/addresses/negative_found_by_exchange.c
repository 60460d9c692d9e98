// unknown
#include <assert.h>
#include <stdint.h>
static char a[8], b[8];
static uintptr_t s;
int main(void)
{
	s = -(uintptr_t)(a + 8);
	uintptr_t e = -(uintptr_t)b;
	assert(!__atomic_compare_exchange_n(&s, &e, 0, 0, 5, 5));
}
