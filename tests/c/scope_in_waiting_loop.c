// verdict: sc safe, tso safe, pso safe
// A helper with a variable of its own, called in a loop that waits: its death is nothing that others see.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic int flag;

static void get(int *result) { *result = atomic_load(&flag); }

static int ready(void)
{
    int found;
    get(&found);
    return found;
}

static void *setter(void *unused)
{
    atomic_store(&flag, 1);
    return unused;
}

int main(void)
{
    assert(1);
    pthread_t thread;
    pthread_create(&thread, 0, setter, 0);
    while (!ready())
        ;
    pthread_join(thread, 0);
    return 0;
}
