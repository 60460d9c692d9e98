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

/* k09 with a consumer thread under a mutex */
struct ev {
	int k;
	union {
		int fd;
		void *p;
	} u;
};
static struct ev r[4];
static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void put(struct ev e)
{
	pthread_mutex_lock(&m);
	r[n++] = e;
	pthread_mutex_unlock(&m);
}
void *w(void *a)
{
	struct ev e;
	e.k = 1;
	e.u.p = &n;
	put(e);
	e.k = 0;
	e.u.fd = 3;
	put(e);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	pthread_join(t, 0);
	int s = 0;
	for (int i = 0; i < n; i++)
		if (r[i].k)
			assert(r[i].u.p == &n);
		else
			s += r[i].u.fd;
	assert(s == 3 && n == 2);
}
