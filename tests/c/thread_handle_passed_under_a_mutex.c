// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_t handle;
int set;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
volatile int x;
void *writer(void *p) { x = 1; return (void *)7; }
void *joiner(void *p)
{
    pthread_mutex_lock(&lock);
    if (set) {
        void *r;
        pthread_join(handle, &r);
        assert(x == 1 && r == (void *)7);
    }
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void)
{
    pthread_t j;
    pthread_create(&j, 0, joiner, 0);
    pthread_mutex_lock(&lock);
    pthread_create(&handle, 0, writer, 0);
    set = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(j, 0);
    return 0;
}
