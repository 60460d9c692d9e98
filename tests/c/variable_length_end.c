// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
#include <assert.h>

int main(void)
{
	int n = 3;
	int a[n];

	n = 4;
	a[0] = 1;
	a[3] = 2;
	assert(a[0] == 1);
	return 0;
}
