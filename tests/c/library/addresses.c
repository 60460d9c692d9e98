// verdict: sc safe, tso safe, pso safe
// gcc: no, a function is called through a pointer to another type
// Functions of the library by their addresses.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct memory {
    void *(*get)(size_t);
    void (*put)(void *);
    void *(*fill)(void *, int, size_t);
};

static const struct memory standard = { malloc, free, memset };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static int shared;

static void *leaves(void *unused)
{
    pthread_setspecific(key, standard.get(4));
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, &mutex);
    shared++;
    pthread_exit(unused);
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    unsigned char *bytes = standard.get(3);
    int (*unlock)(pthread_mutex_t *) = pthread_mutex_unlock;
    standard.fill(bytes, 7, 3);
    assert(bytes[2] == 7);
    standard.put(bytes);
    assert(unlock == pthread_mutex_unlock && standard.put == free);
    pthread_key_create(&key, free);
    pthread_create(&a, 0, leaves, 0);
    pthread_create(&b, 0, leaves, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_mutex_lock(&mutex);
    assert(shared == 2);
    assert(unlock(&mutex) == 0);
    return 0;
}
