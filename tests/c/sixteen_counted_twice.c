// verdict: sc safe, tso safe, pso safe, weak safe, arm8 safe, riscv safe
// gcc: no, it calls a library that the tests do not link
// Compare-and-exchanges of sixteen bytes by two threads: none is lost, and one that fails says what it has found.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

typedef struct {
    unsigned long even, odd;
} two __attribute__((aligned(16)));

static two shared;
static unsigned __int128 wide;

static void *add(void *unused)
{
    two old = { 0, 0 }, new;
    do {
        new.even = old.even + 2;
        new.odd = old.odd + 1;
    } while (!__atomic_compare_exchange(&shared, &old, &new, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    __sync_fetch_and_add(&wide, (unsigned __int128)1 << 63);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, add, 0);
    pthread_create(&second, 0, add, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    two end;
    __atomic_load(&shared, &end, __ATOMIC_RELAXED);
    assert(end.even == 4 && end.odd == 2);
    assert(wide == (unsigned __int128)1 << 64);
    assert(!__sync_bool_compare_and_swap(&wide, 1, 2));
    assert(__sync_val_compare_and_swap(&wide, wide, 3) >> 64 == 1 && wide == 3);
    return 0;
}
