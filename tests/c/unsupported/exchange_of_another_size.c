// error: 9:10 an atomic access with a value of another size is not supported
#include <assert.h>
#include <stdatomic.h>
static atomic_int lock;
int main(void)
{
	long expected = 0;

	return !atomic_compare_exchange_weak(&lock, &expected, 1);
}
