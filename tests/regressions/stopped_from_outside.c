// sc violation, tso violation, pso violation
// A loop that another thread stops looks endless until it is known what that thread writes.
#include <assert.h>
#include <pthread.h>
volatile int stop;
unsigned polls;
void *t(void *unused) { while (!stop) polls++; return 0; }
int main(void)
{
    pthread_t p;
    pthread_create(&p, 0, t, 0);
    stop = 1;
    pthread_join(p, 0);
    assert(polls == 0);
    return 0;
}
