// Two threads sleep on one variable with a mutex each.
// verdict: sc violation
// property: mutex misused
#include <threads.h>
static mtx_t a, b;
static cnd_t changed;
static int first(void *unused)
{
	mtx_lock(&a);
	cnd_wait(&changed, &a);
	mtx_unlock(&a);
	return 0;
}
static int second(void *unused)
{
	mtx_lock(&b);
	cnd_wait(&changed, &b);
	mtx_unlock(&b);
	return 0;
}
int main(void)
{
	thrd_t one, other;
	mtx_init(&a, mtx_plain);
	mtx_init(&b, mtx_plain);
	cnd_init(&changed);
	thrd_create(&one, first, 0);
	thrd_create(&other, second, 0);
	return 0;
}
