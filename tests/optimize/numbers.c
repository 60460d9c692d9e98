// least: rc11 2 cost 4 dropped 1
// Orders by their numbers, as compilers take them, and by a macro that stands for one. What a macro of another is given stays.
#include <assert.h>
#include <pthread.h>
#define SEQ 5
static int data, flag;
static void *writer(void *unused)
{
	__atomic_store_n(&data, 1, 5);
	__atomic_store_n(&flag, 1, SEQ);
	return 0;
}
static void *reader(void *unused)
{
	if (__atomic_load_n(&flag, (5)))
		assert(__atomic_load_n(&data, SEQ) == 1);
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
