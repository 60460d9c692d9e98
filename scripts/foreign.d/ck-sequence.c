// A reader under ck_sequence sees both fields of one write.
#include <assert.h>
#include <pthread.h>
#include <ck_sequence.h>

static ck_sequence_t lock = CK_SEQUENCE_INITIALIZER;
static int x, y;

static void *writer(void *unused)
{
    (void)unused;
    ck_sequence_write_begin(&lock);
    ck_pr_store_int(&x, 1);
    ck_pr_store_int(&y, 1);
    ck_sequence_write_end(&lock);
    return NULL;
}

static void *reader(void *unused)
{
    unsigned int version;
    int a, b;
    (void)unused;
    do {
        version = ck_sequence_read_begin(&lock);
        a = ck_pr_load_int(&x);
        b = ck_pr_load_int(&y);
    } while (ck_sequence_read_retry(&lock, version));
    assert(a == b);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
