// sc violation, tso violation, pso violation
// An array in the body of a switch in a loop is born anew each time the body is entered.
#include <assert.h>
int main(void)
{
	int r[2];
	for (int i = 0; i < 2; i++)
		switch (i) {
			int a[1];
		case 0:
			a[0] = 5;
		case 1:
			r[i] = a[0];
		}
	assert(r[1] == 5);
	return 0;
}
