// The writer and the reader of JACK's ring buffer: what is read is what was written.
#include <assert.h>
#include <pthread.h>
#include "jack/ringbuffer.h"

static jack_ringbuffer_t *ring;

static void *writer(void *unused)
{
    (void)unused;
    char value = 1;
    assert(jack_ringbuffer_write(ring, &value, 1) == 1);
    return NULL;
}

static void *reader(void *unused)
{
    (void)unused;
    char value = 0;
    if (jack_ringbuffer_read(ring, &value, 1) == 1)
        assert(value == 1);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    ring = jack_ringbuffer_create(2);
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    jack_ringbuffer_free(ring);
    return 0;
}
