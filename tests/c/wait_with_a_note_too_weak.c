// verdict: tso safe, arm8 violation
// gcc: no
// The same, without a fence behind it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

static atomic_int ready;
static int data, note;

static void *sender(void *unused)
{
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, sender, NULL);
    while (!atomic_load_explicit(&ready, memory_order_relaxed))
        if (__VERIFIER_nondet_bool())
            note = 4;
    assert(data == 1 && (note == 0 || note == 4));
    pthread_join(thread, NULL);
    return 0;
}
