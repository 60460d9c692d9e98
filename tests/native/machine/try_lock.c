// sc violation, tso violation, pso violation
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *one(void *u) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, one, 0);
    assert(pthread_mutex_trylock(&m) == 0);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    return 0;
}
