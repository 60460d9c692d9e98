// verdict: sc violation, tso violation
// What lies beside the member that a union's initialiser names is what was in memory.
#include <assert.h>
union bytes { unsigned char b; unsigned char w[16]; };
int main(void)
{
	union bytes u = { .b = 1 };

	assert(u.w[5] == 0);
	return 0;
}
