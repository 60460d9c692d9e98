// safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct node { long value; } node = { 5 };
_Atomic uintptr_t shared;

static void *marker(void *unused)
{
    atomic_fetch_or(&shared, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    atomic_store(&shared, (uintptr_t)&node);
    pthread_create(&thread, 0, marker, 0);
    uintptr_t seen = atomic_load(&shared);
    struct node *pointer = (struct node *)(seen & ~(uintptr_t)1);
    assert(pointer == &node && pointer->value == 5 && (seen & 1) <= 1);
    pthread_join(thread, 0);
    assert(atomic_load(&shared) == ((uintptr_t)&node | 1));
    return 0;
}
