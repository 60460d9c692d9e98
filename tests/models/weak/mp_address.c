// verdict: arm8 violation, riscv violation, power violation, arm7 violation, imm violation, lkmm violation
// A pointer is given on without a fence. One beside the writes is enough for processors: the reads are kept in order by the address.
#include <assert.h>
#include <pthread.h>

static volatile int before = 1, after;
static volatile int *volatile current = &before;

static void *gives(void *unused)
{
	after = 1;
	current = &after;
	return 0;
}

static void *takes(void *unused)
{
	volatile int *found = current;
	assert(*found == 1);
	return 0;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, gives, 0);
	pthread_create(&b, 0, takes, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
