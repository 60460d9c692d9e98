// verdict: sc safe, tso safe
// The locale of the surroundings, and one that may not be there.
#include <assert.h>
#include <ctype.h>
#include <locale.h>
#include <string.h>
int main(void)
{
	char *name = setlocale(LC_ALL, "");

	assert(name && isalpha('a'));
	name = setlocale(LC_CTYPE, "xx_YY");
	assert(!name || name[0]);
	assert(setlocale(LC_ALL, NULL));
	return 0;
}
