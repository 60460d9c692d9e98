// verdict: sc violation, tso violation
#include <assert.h>
#include <locale.h>
int main(void)
{
	assert(setlocale(LC_ALL, "xx_YY"));
	return 0;
}
