// verdict: sc violation, tso violation, pso violation
// property: assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

volatile int x;
void *run(void *p) { pthread_join(*(pthread_t *)p, 0); assert(x != 1); return 0; }
int main(void)
{
    static pthread_t me;
    pthread_t a;
    me = pthread_self();
    pthread_create(&a, 0, run, &me);
    x = 1;
    pthread_exit(0);
}
