// verdict: sc safe, tso safe, pso safe
// Addresses are sorted by what they lead to.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int main(void)
{
	const char *names[] = {"c", "a", "b"};
	qsort(names, 3, sizeof *names, by_text);
	assert(names[0][0] == 'a' && names[1][0] == 'b' && names[2][0] == 'c');
	return 0;
}
