// verdict: sc safe, tso safe
// A part of the member that a union's initialiser names, which has the size of another member: the rest of the named one is zero.
#include <assert.h>
union bytes { unsigned char b; unsigned char w[16]; };
union pair { int i; struct { int x, y; } p; };
struct outer { int tag; union pair pair; };
int main(void)
{
	union bytes u = { .w = { 1 } };
	union pair v = { .p = { .x = 1 } };
	union pair w[2] = { { .p.x = 2 }, { .p = { 3 } } };
	struct outer o = { .tag = 1, .pair.p = { .x = 4 } };

	assert(u.w[5] == 0 && v.p.y == 0);
	assert(w[0].p.y == 0 && w[1].p.y == 0 && o.pair.p.y == 0);
	return 0;
}
