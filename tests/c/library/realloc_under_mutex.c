// verdict: sc safe, tso safe, pso safe
// The same as realloc_race.c, with a mutex.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *table;

static void *grow(void *unused)
{
    pthread_mutex_lock(&mutex);
    table = realloc(table, 2 * sizeof *table);
    table[1] = 2;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    table = malloc(sizeof(int));
    *table = 1;
    pthread_create(&thread, 0, grow, 0);
    pthread_mutex_lock(&mutex);
    assert(*table == 1);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    assert(table[1] == 2);
    free(table);
    return 0;
}
