// title: Concurrency Kit, big-reader lock, portable form
// origin: libck-dev 0.7.1, ck_brlock; harness licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// options: -DCK_USE_CC_BUILTINS=1 -DCK_MD_PSO=1
// Without __x86_64__ a reader announces itself by a store and a fence; with it, by an exchange.
#include <assert.h>
#include <pthread.h>

#include "nofence.h"
#undef __x86_64__
#include <ck_brlock.h>

ck_brlock_t lock = CK_BRLOCK_INITIALIZER;
ck_brlock_reader_t me = CK_BRLOCK_READER_INITIALIZER;
int left, right;

static void *writer(void *arg)
{
	ck_brlock_write_lock(&lock);
	left = 1;
	right = 1;
	ck_brlock_write_unlock(&lock);
	return NULL;
}

static void *reader(void *arg)
{
	int l, r;

	ck_brlock_read_lock(&lock, &me);
	l = left;
	r = right;
	ck_brlock_read_unlock(&me);
	assert(l == r);
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	ck_brlock_read_register(&lock, &me);
	pthread_create(&t1, NULL, writer, NULL);
	pthread_create(&t2, NULL, reader, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
