// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_t late;
volatile int set, x, y;
void *writer(void *p) { x = 1; y = 1; return 0; }
void *joiner(void *p) { while (!set) ; pthread_join(late, 0); assert(x == 1 && y == 1); return 0; }
int main(void)
{
    pthread_t j;
    pthread_create(&j, 0, joiner, 0);
    pthread_create(&late, 0, writer, 0);
    __sync_synchronize();
    set = 1;
    pthread_join(j, 0);
    return 0;
}
