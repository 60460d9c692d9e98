// unknown
// The halves of two addresses come to where a whole one began before.
#include <assert.h>
#include <string.h>
#include <stdint.h>
static int g, h;
int main(void)
{
	int *a[3] = {&g, &h, 0};
	uint64_t w;
	memmove((char *)a + 4, a, 16);
	memcpy(&w, a + 1, 8);
	assert(w != 0x7777777400000012);
}
