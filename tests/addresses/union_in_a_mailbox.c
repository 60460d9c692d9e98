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

/* message by atomic flag; reused buffer: first a pointer then an int */
struct ev {
	int k;
	union {
		int fd;
		void *p;
	} u;
};
static struct ev b;
static _Atomic int full;
static int got;
void *w(void *a)
{
	for (int i = 0; i < 2; i++) {
		while (!full)
			;
		if (b.k)
			assert(b.u.p == &got);
		else
			got += b.u.fd;
		full = 0;
	}
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	b.k = 1;
	b.u.p = &got;
	full = 1;
	while (full)
		;
	b.k = 0;
	b.u.fd = 4;
	full = 1;
	pthread_join(t, 0);
	assert(got == 4);
}
