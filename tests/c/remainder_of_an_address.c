// verdict: sc safe, tso safe, pso safe, rc11 safe
// Whoever asks with signed numbers whether an address is aligned learns the same.
#include <assert.h>
#include <stdint.h>

static long number;
static int two[2];

int main(void)
{
	assert((long)&number % 8 == 0);
	assert((intptr_t)&two[1] % (int)sizeof(int) == 0);
	assert((uintptr_t)&two[0] % 4 == 0);
	return 0;
}
