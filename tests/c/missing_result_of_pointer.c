// A function without a `return` on some path hands back anything, also where it is a pointer or a long number.
// verdict: sc violation
// property: assertion violated
#include <assert.h>

static int cell;

static int *same(int *pointer)
{
	return pointer;
}

static int *found(int condition)
{
	same(&cell);
	if (condition)
		return &cell;
}

int main(void)
{
	assert(found(1) == &cell);
	assert(found(0) == 0);
	return 0;
}
