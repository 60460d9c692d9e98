// Every element of each row, and the address behind the last one.
// verdict: sc safe, tso safe, pso safe
#include <assert.h>

int main(void)
{
	volatile int two = 2;
	int n = two;
	int v[n][n + 1];

	for (int i = 0; i < n; i++)
		for (int *p = v[i], k = 0; p != &v[i][n + 1]; p++, k++)
			*p = 3 * i + k;
	n = 7;
	assert(v[1][2] == 5 && (*&v[1])[0] == 3);
	return 0;
}
