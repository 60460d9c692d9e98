// safe
// A number is where half an address was, and is copied with what is left of that: it is a number still.
#include <assert.h>

struct value { int kind; union { int number; void *pointer; } is; };
static int g;

int main(void)
{
	struct value a, b;
	a.kind = 1;
	a.is.pointer = &g;
	b = a;
	assert(b.is.pointer == &g);
	a.kind = 0;
	a.is.number = 3;
	b = a;
	assert(b.kind == 0 && b.is.number == 3);
	return 0;
}
