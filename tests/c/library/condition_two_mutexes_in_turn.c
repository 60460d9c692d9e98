// A variable is waited on with another mutex when nobody sleeps any more.
// verdict: sc safe
#include <threads.h>
static mtx_t a, b;
static cnd_t changed;
static int done;
static int sleeps(void *unused)
{
	mtx_lock(&a);
	while (!done)
		cnd_wait(&changed, &a);
	mtx_unlock(&a);
	mtx_lock(&b);
	while (done != 2)
		cnd_wait(&changed, &b);
	mtx_unlock(&b);
	return 0;
}
int main(void)
{
	thrd_t thread;
	mtx_init(&a, mtx_plain);
	mtx_init(&b, mtx_plain);
	cnd_init(&changed);
	thrd_create(&thread, sleeps, 0);
	mtx_lock(&a);
	done = 1;
	cnd_signal(&changed);
	mtx_unlock(&a);
	mtx_lock(&b);
	mtx_lock(&a);
	done = 2;
	mtx_unlock(&a);
	cnd_signal(&changed);
	mtx_unlock(&b);
	thrd_join(thread, 0);
	cnd_destroy(&changed);
	return 0;
}
