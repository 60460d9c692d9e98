// verdict: sc safe, tso safe, pso safe
// When main returns the program ends: nobody has joined it.
#include <assert.h>
#include <pthread.h>
pthread_t first;
void *run(void *p) { pthread_join(first, 0); assert(0); return 0; }
int main(void)
{
    pthread_t a;
    first = pthread_self();
    pthread_create(&a, 0, run, 0);
    return 0;
}
