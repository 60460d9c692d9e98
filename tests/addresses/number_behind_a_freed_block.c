// violation
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
static uintptr_t x;
int main(void)
{
	char *p = malloc(16);
	if (!p)
		return 0;
	x = (uintptr_t)p + 17;
	free(p);
	char *q = malloc(16);
	if (!q)
		return 0;
	assert(x - 17 != (uintptr_t)q);
}
