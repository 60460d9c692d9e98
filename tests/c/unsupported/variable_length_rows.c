// error: 7:6 variable-length
#include <assert.h>

int main(void)
{
	int n = 2;
	int a[2][n];

	a[1][1] = 3;
	assert(a[1][1] == 3);
	return 0;
}
