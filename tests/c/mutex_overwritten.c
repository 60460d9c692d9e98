// verdict: sc violation, tso violation, pso violation
// property: mutex misused
#include <assert.h>
#include <pthread.h>
#include <string.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *run(void *p) { *(int *)&m = 77; return 0; }
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, run, 0);
    pthread_mutex_lock(&m);
    assert(1);
    pthread_join(a, 0);
    return 0;
}
