// safe
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
struct arena {
	unsigned char *buf;
	size_t len, off;
};
static void *alloc(struct arena *a, size_t n, size_t al)
{
	uintptr_t cur = (uintptr_t)a->buf + a->off;
	uintptr_t pad = -cur & (al - 1);
	if (a->off + pad + n > a->len)
		return 0;
	a->off += pad + n;
	return (void *)(cur + pad);
}
static _Alignas(16) unsigned char mem[256];
int main(void)
{
	struct arena a = {mem, 256, 0};
	char *c = alloc(&a, 3, 1);
	int *i = alloc(&a, 4, 4);
	long *l = alloc(&a, 8, 8);
	*c = 1;
	*i = 2;
	*l = 3;
	assert((uintptr_t)i % 4 == 0 && (uintptr_t)l % 8 == 0);
	assert(*c == 1 && *i == 2 && *l == 3);
	return 0;
}
