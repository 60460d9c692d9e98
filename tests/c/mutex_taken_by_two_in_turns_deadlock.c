// verdict: sc safe, tso safe, pso safe
// gcc: no, threads wait for good
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int x;
void *f(void *p) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); x++; pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); return 0; }
void *g(void *p) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); x++; pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); return 0; }
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, g, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(x == 2);
    return 0;
}
