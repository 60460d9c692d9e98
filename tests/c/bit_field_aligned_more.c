// verdict: sc safe, tso safe
// A bit-field that is to be aligned as its type is, or more.
#include <assert.h>
struct a { char first : 5; int second : 9 __attribute__((aligned(4))); };
struct b { char first : 5; short second : 9 __attribute__((aligned(2))); };
struct c { char first : 5; char second : 3 __attribute__((aligned(1))); };
struct d { char first : 5; int second : 9 __attribute__((aligned(8))); };
int main(void)
{
	struct b b = { 1, 2 };

	assert(sizeof(struct a) == 8 && sizeof(struct b) == 4 && sizeof(struct c) == 2 && sizeof(struct d) == 16);
	assert(((unsigned char *)&b)[2] == 2);
	return 0;
}
