// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// The reads of a section that has begun before later writes are not the latest; what revisits them is tried all the same.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x, y, seen, found;

static void *first(void *unused)
{
    seen = x;
    return unused;
}

static void *second(void *unused)
{
    __VERIFIER_atomic_begin();
    __sync_fetch_and_add(&x, 200);
    found = __sync_fetch_and_add(&y, 300);
    x = 4;
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
    assert(!(seen == 4 && found == 6));
    return 0;
}
