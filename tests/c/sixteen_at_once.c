// verdict: sc safe, tso safe, pso safe
// gcc: no, it calls a library that the tests do not link
// An atomic access to sixteen bytes is one step: nobody sees one half of it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct both {
    long first, second;
};

static _Atomic struct both shared;
static _Atomic unsigned __int128 number;

static void *writer(void *unused)
{
    struct both next = { 1, 1 };
    atomic_store_explicit(&shared, next, memory_order_relaxed);
    shared = (struct both){ 2, 2 };
    number += ((unsigned __int128)1 << 64) | 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    struct both seen = atomic_load_explicit(&shared, memory_order_relaxed);
    assert(seen.first == seen.second);
    seen = shared;
    assert(seen.first == seen.second);
    unsigned __int128 now = number;
    assert((unsigned long)now == (unsigned long)(now >> 64));
    pthread_join(thread, 0);
    seen = atomic_exchange(&shared, ((struct both){ 3, 4 }));
    assert(seen.first == 2 && seen.second == 2);
    assert(atomic_load(&shared).second == 4);
    return 0;
}
