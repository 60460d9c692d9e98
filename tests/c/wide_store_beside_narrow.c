// verdict: sc violation, tso violation, pso violation, arm8 violation, riscv violation
// property: assertion violated
// As wide_update_beside_narrow.c, but one thread reads and then writes both: what comes between is lost.
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
    __atomic_store_n(&pair.whole, __atomic_load_n(&pair.whole, __ATOMIC_RELAXED) + 0x10001, __ATOMIC_RELAXED);
    return unused;
}
static void *one(void *unused)
{
    __atomic_fetch_add(&pair.next, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&pair.now, 1, __ATOMIC_RELAXED);
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
