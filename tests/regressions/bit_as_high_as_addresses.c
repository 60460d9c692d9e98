// sc safe, tso safe, pso safe
// A number with one high bit is no address of an object.
#include <assert.h>
struct { unsigned long low : 44, high : 4; } f;
int main(void)
{
	for (int i = 0; i < 3; i++)
		f.high += 1;
	assert(f.high == 3 && f.low == 0);
	return 0;
}
