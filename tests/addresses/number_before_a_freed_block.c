// violation
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void)
{
	char *p = malloc(16);
	if (!p)
		return 0;
	uintptr_t x = (uintptr_t)p - 1;
	free(p);
	char *q = malloc(16);
	if (!q)
		return 0;
	assert(x + 1 != (uintptr_t)q);
}
