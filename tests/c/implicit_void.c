// verdict: sc violation, tso violation
// A function without a result is called above its definition, and nobody has declared it there: gcc warns.
#include <assert.h>
int main(void)
{
	check(0);
	return 0;
}
void check(int number)
{
	assert(number != 0);
}
