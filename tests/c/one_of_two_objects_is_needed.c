// title: A function stores to two objects by their addresses, of which one is read
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
static void set(int *p)
{
	*p = 1;
}
int main(void)
{
	int x = 0, y;
	set(&x);
	set(&y);
	assert(x == 1);
	return 0;
}
