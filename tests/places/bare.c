// suggest: --model pso
// A function that makes no access is no better place than the thread that calls it.
#include <assert.h>
#include <pthread.h>
static int data, flag;
static void nothing(void)
{
	return;
}
static void between(void)
{
	nothing();
	return;
}
static void *writer(void *unused)
{
	data = 1;
	between();
	flag = 1;
	return 0;
}
static void *reader(void *unused)
{
	if (flag)
		assert(data);
	return 0;
}
int main(void)
{
	pthread_t w, r;
	pthread_create(&w, 0, writer, 0);
	pthread_create(&r, 0, reader, 0);
	pthread_join(w, 0);
	pthread_join(r, 0);
	return 0;
}
