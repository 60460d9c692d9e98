// title: A counter of rounds beside a smaller member of a structure that is passed by its address
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
#include <pthread.h>
#include <stdbool.h>
#include <assert.h>
typedef struct { bool sense; unsigned waits; } local;
static bool go; static int data;
static void wait_for(local *l)
{
	bool mine = true;
	while (__atomic_load_n(&go, __ATOMIC_ACQUIRE) != mine)
		l->waits++;
}
static void *body(void *a) { local l = { false, 0 }; wait_for(&l); assert(data == 1); return a; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, body, NULL);
	data = 1;
	__atomic_store_n(&go, true, __ATOMIC_RELEASE);
	pthread_join(t, NULL);
	return 0;
}
