// verdict: sc safe, tso safe, pso safe, weak safe, arm8 safe, riscv safe
// Two threads add to a pair of counters, one to both with one access and one to each, as ticket locks do.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
    uint32_t whole;
    struct {
        uint16_t now, next;
    };
} pair;

static void *both(void *unused)
{
    __atomic_fetch_add(&pair.whole, 0x10001, __ATOMIC_SEQ_CST);
    return unused;
}
static void *one(void *unused)
{
    __atomic_fetch_add(&pair.next, 1, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&pair.now, 1, __ATOMIC_SEQ_CST);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, both, 0);
    pthread_create(&b, 0, one, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(pair.whole == 0x20002);
    return 0;
}
