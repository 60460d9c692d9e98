// error: 6:18 a value of a qualified type, by which `_Generic` chooses, is not supported
#include <assert.h>

int main(void)
{
	assert(_Generic((const int)0, int: 1, default: 2) == 1);
	return 0;
}
