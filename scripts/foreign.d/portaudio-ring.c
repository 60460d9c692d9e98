// The writer and the reader of PortAudio's ring buffer: what is read is what was written.
#include <assert.h>
#include <pthread.h>
#include "pa_ringbuffer.h"

static PaUtilRingBuffer ring;
static int storage[2];

static void *writer(void *unused)
{
    (void)unused;
    int values[2] = {1, 2};
    PaUtil_WriteRingBuffer(&ring, &values[0], 1);
    PaUtil_WriteRingBuffer(&ring, &values[1], 1);
    return NULL;
}

static void *reader(void *unused)
{
    (void)unused;
    int value = 0;
    if (PaUtil_ReadRingBuffer(&ring, &value, 1) == 1)
        assert(value == 1);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    assert(PaUtil_InitializeRingBuffer(&ring, sizeof(int), 2, storage) == 0);
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
