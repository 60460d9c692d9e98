// title: Concurrency Kit, sequence lock
// origin: libck-dev 0.7.1, ck_sequence; harness licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// options: -DCK_USE_CC_BUILTINS=1 -DCK_MD_PSO=1
#include <assert.h>
#include <pthread.h>

#include "nofence.h"
#include <ck_sequence.h>

ck_sequence_t sequence = CK_SEQUENCE_INITIALIZER;
volatile int left, right;

static void *writer(void *arg)
{
	ck_sequence_write_begin(&sequence);
	left = 1;
	right = 1;
	ck_sequence_write_end(&sequence);
	return NULL;
}

static void *reader(void *arg)
{
	unsigned int version;
	int l, r;

	do {
		version = ck_sequence_read_begin(&sequence);
		l = left;
		r = right;
	} while (ck_sequence_read_retry(&sequence, version));
	assert(l == r);
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, writer, NULL);
	pthread_create(&t2, NULL, reader, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
