// unknown
#include <assert.h>
#include <stdint.h>
static void f(void) {}
union { uintptr_t l; uint32_t w[2]; } u;
int main(void)
{
	u.l = (uintptr_t)f + 1;
	assert(u.w[0] != 0x401011);
}
