// sc safe, tso safe, pso safe
// An array in the body of a switch keeps what one pass through the body puts there.
#include <assert.h>
int main(void)
{
	int r[3];
	for (int i = 0; i < 3; i++)
		switch (i) {
			int a[2];
		default:
			a[1] = i;
			a[0] = a[1] + 1;
			r[i] = a[0];
		}
	assert(r[0] == 1 && r[1] == 2 && r[2] == 3);
	return 0;
}
