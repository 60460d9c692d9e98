// unknown
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
static _Thread_local int x;
static uintptr_t at[2];
static void *w(void *slot)
{
	*(uintptr_t *)slot = (uintptr_t)&x;
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, w, &at[0]);
	pthread_join(t, 0);
	pthread_create(&t, 0, w, &at[1]);
	pthread_join(t, 0);
	assert(at[0] != at[1]);
}
