// One object, and one function, under two names (`alias`).
// verdict: sc safe
#include <assert.h>

int real = 2;
static int other __attribute__((alias("real")));

static int value(void)
{
	return other;
}

int again(void) __attribute__((alias("value")));
int weakly(void) __attribute__((weak, alias("value")));

int main(void)
{
	real = 3;
	assert(other == 3 && again() == 3 && weakly() == 3);
	return 0;
}
