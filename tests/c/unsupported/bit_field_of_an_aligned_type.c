// error: 5:22 an alignment of a bit-field that is less than its type's, that the name of its type has, or under a `#pragma pack` of more than 1, is not supported
#include <assert.h>
typedef short wide __attribute__((aligned(8)));
typedef wide named;
static struct { wide a : 4; named : 12; int b : 20; } q;
int main(void)
{
	q.b = -1;
	assert(((unsigned char *)&q)[9] == 0xf0);
	return 0;
}
