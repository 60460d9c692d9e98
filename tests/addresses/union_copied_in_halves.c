// safe
// A structure is copied in halves where a number is in its union at times: each half knows of which address it is.
#include <assert.h>

struct message { int kind; union { int *p; int number; } body; };
static int g;

int main(void)
{
	struct message queue[2], got;
	queue[0].kind = 1;
	queue[0].body.p = &g;
	queue[1].kind = 2;
	queue[1].body.number = 3;
	got = queue[1];
	assert(got.body.number == 3);
	got = queue[0];
	assert(got.body.p == &g);
	got.body.number = 4;
	queue[0] = got;
	assert(queue[0].body.number == 4);
	return 0;
}
