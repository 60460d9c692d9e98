// verdict: sc violation, tso violation, pso violation
// property: thread misused
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *nothing(void *p) { return 0; }
int main(void)
{
    pthread_t a;
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_create(&a, &attr, nothing, 0);
    pthread_join(a, 0);
    assert(1);
    return 0;
}
