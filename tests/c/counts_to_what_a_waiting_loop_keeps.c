// title: A loop that counts to what nobody needs, within a waiting one
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>
_Atomic int x;
static void pause_for(unsigned *d)
{
	for (unsigned n = 1; n != *d; n++)
		__asm__ volatile("pause");
	x = 1;
}
int main(void)
{
	unsigned d = 4;
	pause_for(&d);
	return 0;
}
