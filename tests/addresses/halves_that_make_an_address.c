// unknown
// The halves of two addresses make one of them by where the objects lie here.
#include <assert.h>
#include <string.h>
#include <stdint.h>
static int g, h;
int main(void)
{
	int *p = &g, *q = &h;
	memcpy((char *)&p + 4, (char *)&q + 4, 4);
	assert(p == &g);
}
