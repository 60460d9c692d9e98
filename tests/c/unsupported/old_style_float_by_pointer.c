// error: 9:9 a floating-point number for a function that a pointer without a prototype leads to is not supported
// A definition without a prototype whose parameter is a `float` is given a `double` and converts it.
#include <assert.h>
int f(a, c) int a; float c; { return a * 100 + (int)c; }
int main(void)
{
	int (*p)() = f;

	assert(p(1, 3.0) == 103);
	return 0;
}
