// safe
#include <assert.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

_Alignas(64) char buf[256];
int x;
int main(void)
{
	uintptr_t b = (uintptr_t)(buf + 3);
	uintptr_t h = ~(uintptr_t)&x;
	assert(h != 0);
	int *p = (int *)~h;
	assert(p == &x);
}
