// verdict: arm8 violation, riscv violation
// What one access of a section hands to the next is order within the section.
#include <assert.h>
#include <pthread.h>

int x;
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static void *thread(void *arg)
{
	__VERIFIER_atomic_begin();
	x = x + 1;
	x = x * 3;
	__VERIFIER_atomic_end();
	return 0;
}

int main(void)
{
	pthread_t h;

	pthread_create(&h, 0, thread, 0);
	__VERIFIER_atomic_begin();
	x = x + 1;
	x = x * 2;
	__VERIFIER_atomic_end();
	pthread_join(h, 0);
	assert(x != 9);
	return 0;
}
