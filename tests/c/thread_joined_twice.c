// verdict: sc violation, tso violation, pso violation
// property: thread misused
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *nothing(void *p) { return 0; }
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, nothing, 0);
    pthread_join(a, 0);
    pthread_join(a, 0);
    assert(1);
    return 0;
}
