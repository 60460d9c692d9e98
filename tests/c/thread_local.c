// verdict: sc safe, tso safe, pso safe
// Each thread has its own copy, with the initial value.
#include <assert.h>
#include <pthread.h>

_Thread_local int own = 5;
static __thread int zero;
int shared_before[2];

static void *run(void *argument)
{
    long me = (long)argument;
    static _Thread_local int calls;
    assert(own == 5 && zero == 0 && calls == 0);
    shared_before[me] = own;
    own += (int)me + 1;
    zero = own;
    calls++;
    assert(own == 6 + me && zero == own && calls == 1);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    own = 100;
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, run, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(own == 100 && zero == 0);
    assert(shared_before[0] == 5 && shared_before[1] == 5);
    return 0;
}
