// Powers of two are numbers and no addresses, each of them.
// verdict: sc safe
#include <assert.h>
int main(void)
{
	unsigned long v = 1ul << 63;
	int n = 0;
	while (v >>= 1)
		n++;
	assert(n == 63);
	return 0;
}
