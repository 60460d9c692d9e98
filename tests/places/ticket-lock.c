// suggest: --model pso
// Ticket lock; unlock is a plain volatile store.
#include <assert.h>
#include <pthread.h>
struct ticket { unsigned next; volatile unsigned owner; };
static struct ticket l;
static int data;
static void lock(struct ticket *l)
{
	unsigned me = __sync_fetch_and_add(&l->next, 1);
	while (l->owner != me)
		__builtin_ia32_pause();
}
static void unlock(struct ticket *l)
{
	l->owner++;
}
static void *run(void *arg)
{
	for (int i = 0; i < 2; i++) {
		lock(&l);
		data++;
		unlock(&l);
	}
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, run, 0);
	pthread_create(&b, 0, run, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(data == 4);
}
