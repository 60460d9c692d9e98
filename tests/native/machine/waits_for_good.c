// sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
int never;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *one(void *u) { pthread_mutex_lock(&m); while (!never) ; return 0; }
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, one, 0);
    pthread_join(a, 0);
    assert(0);
    return 0;
}
