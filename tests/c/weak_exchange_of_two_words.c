// verdict: sc violation, tso violation, pso violation
// property: assertion
// options: --spurious-failures
// A weak compare-and-exchange of sixteen bytes fails without reason, too.
#include <assert.h>

static unsigned __int128 pair = 5;

int main(void)
{
	unsigned __int128 expected = 5;

	if (!__atomic_compare_exchange_n(&pair, &expected, 6, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
		assert(expected != 5);
	return 0;
}
