// safe
#include <assert.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* pool under a mutex with two threads */
union slot {
	union slot *next;
	struct {
		int k;
		int z;
	} d;
};
static union slot pool[2], *fl;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static union slot *get(void)
{
	pthread_mutex_lock(&m);
	union slot *s = fl;
	if (s)
		fl = s->next;
	pthread_mutex_unlock(&m);
	return s;
}
static void put(union slot *s)
{
	pthread_mutex_lock(&m);
	s->next = fl;
	fl = s;
	pthread_mutex_unlock(&m);
}
void *w(void *a)
{
	union slot *s = get();
	if (s) {
		s->d.k = (long)a;
		s->d.z = 5;
		assert(s->d.k == (long)a);
		put(s);
	}
	return 0;
}
int main(void)
{
	put(&pool[0]);
	put(&pool[1]);
	pthread_t t;
	pthread_create(&t, 0, w, (void *)1);
	w((void *)2);
	pthread_join(t, 0);
	union slot *a = get(), *b = get();
	assert(a && b && a != b && !get());
}
