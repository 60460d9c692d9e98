// verdict: sc safe, tso safe, pso safe
// A weak compare-and-exchange fails only where the values differ, as long as nothing else is asked for.
#include <assert.h>
#include <stdatomic.h>

static atomic_int lock;

int main(void)
{
	int expected = 0;

	if (!atomic_compare_exchange_weak(&lock, &expected, 1))
		assert(expected != 0);
	return 0;
}
