// sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
pthread_t handle;
int x;
void *inner(void *u) { x = 1; return (void *)7; }
void *outer(void *u) { pthread_create(&handle, 0, inner, 0); return 0; }
int main(void)
{
    pthread_t a;
    void *result;
    pthread_create(&a, 0, outer, 0);
    pthread_join(a, 0);
    pthread_join(handle, &result);
    assert(x == 1 && result == (void *)7);
    return 0;
}
