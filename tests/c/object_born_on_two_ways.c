// title: An object whose block is entered by a jump, to which a function stores what nobody reads
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
_Atomic int flag;
static void f(int *p)
{
	*p = 2;
}
int main(void)
{
	if (flag)
		goto in;
	{
		int x;
	in:
		f(&x);
	}
	return 0;
}
