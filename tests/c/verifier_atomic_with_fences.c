// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// Stores that release bring fences into a section; it is one step all the same, and what comes between others' accesses is found.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
atomic_int x, y;
int seen, found;

static void *first(void *unused)
{
    seen = x;
    return unused;
}

static void *second(void *unused)
{
    __VERIFIER_atomic_begin();
    atomic_store_explicit(&x, 200, memory_order_release);
    found = atomic_load_explicit(&y, memory_order_relaxed);
    atomic_store_explicit(&y, found + 300, memory_order_release);
    atomic_store_explicit(&x, 4, memory_order_release);
    __VERIFIER_atomic_end();
    return unused;
}

static void *third(void *unused)
{
    __VERIFIER_atomic_begin();
    y = 6;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_create(&c, 0, third, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    assert(seen != 200);
    assert(!(seen == 4 && found == 6));
    return 0;
}
