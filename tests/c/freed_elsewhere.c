// verdict: sc safe, tso safe, pso safe
// gcc: no, it holds whatever the allocator does
// What another thread sees of an object that came back is what its new owner wrote.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message { int value; };
struct message *_Atomic box;

static void *receiver(void *unused)
{
    struct message *message = atomic_exchange(&box, 0);
    if (message) {
        assert(message->value == 2);
        free(message);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct message *old = malloc(sizeof *old);
    old->value = 1;
    free(old);
    struct message *message = malloc(sizeof *message);
    message->value = 2;
    atomic_store(&box, message);
    pthread_create(&thread, 0, receiver, 0);
    pthread_join(thread, 0);
    return 0;
}
