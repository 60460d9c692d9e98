// verdict: sc violation, tso violation, pso violation
// property: thread misused
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_t a;
void *nothing(void *p) { return 0; }
void *joiner(void *p) { pthread_join(a, 0); return 0; }
int main(void)
{
    pthread_t b;
    pthread_create(&a, 0, nothing, 0);
    pthread_create(&b, 0, joiner, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(1);
    return 0;
}
