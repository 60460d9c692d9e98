// verdict: sc safe, tso safe, pso safe
// Advice about memory changes nothing, `POSIX_MADV_DONTNEED` too.
#include <assert.h>
#include <sys/mman.h>

static char page[64];

int main(void)
{
	page[0] = 1;
	posix_madvise(page, sizeof page, POSIX_MADV_DONTNEED);
	assert(page[0] == 1);
	return 0;
}
