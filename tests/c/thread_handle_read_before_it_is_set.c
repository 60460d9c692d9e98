// verdict: sc violation, tso violation, pso violation
// property: thread misused
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_t handle;
void *nothing(void *p) { return 0; }
void *joiner(void *p) { pthread_join(handle, 0); return 0; }
int main(void)
{
    pthread_t j;
    pthread_create(&j, 0, joiner, 0);
    pthread_create(&handle, 0, nothing, 0);
    pthread_join(j, 0);
    assert(1);
    return 0;
}
