// error: 5:28 an alignment of a bit-field
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
