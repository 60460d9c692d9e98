// The writer and the reader of lwrb: what is read is what was written.
#include <assert.h>
#include <pthread.h>
#include "lwrb/lwrb.h"

static lwrb_t ring;
static unsigned char storage[3];

static void *writer(void *unused)
{
    (void)unused;
    unsigned char value = 1;
    assert(lwrb_write(&ring, &value, 1) == 1);
    return NULL;
}

static void *reader(void *unused)
{
    (void)unused;
    unsigned char value = 0;
    if (lwrb_read(&ring, &value, 1) == 1)
        assert(value == 1);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    assert(lwrb_init(&ring, storage, sizeof(storage)));
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
