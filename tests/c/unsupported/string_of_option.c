// error: 6:1 a string of what `__VA_OPT__` gives
// What comes of the operators within would be left as it is.
#include <assert.h>
#include <string.h>

#define TWICE(x, ...) #__VA_OPT__(x##x x##x)

int main(void)
{
	assert(strcmp(TWICE(a, 1), "aa aa") == 0);
	return 0;
}
