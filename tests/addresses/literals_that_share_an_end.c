// unknown
#include <assert.h>
int main(void)
{
	const char *p = "xabc" + 1, *q = "abc";
	assert(p != q);
}
