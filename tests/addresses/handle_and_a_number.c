// unknown
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
static void *w(void *x) { return x; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	uintptr_t x = (uintptr_t)t + 16;
	assert((uint32_t)x != 0x401010);
	pthread_join(t, 0);
}
