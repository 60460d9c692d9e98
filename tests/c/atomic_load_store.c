// verdict: sc safe, tso safe, pso safe
// Every C11 load and store, one thread, on all kinds of atomic types.
#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct node {
    int v;
    _Atomic(struct node *) next;
};

atomic_int x = ATOMIC_VAR_INIT(3);
volatile atomic_long wide;
atomic_bool flag;
_Atomic uint8_t byte;
_Atomic(int *) pointer;
struct node first;
atomic_uint array[2];

int main(void)
{
    assert(atomic_load(&x) == 3);
    atomic_init(&wide, -1);
    assert(atomic_load_explicit(&wide, memory_order_acquire) == -1);
    atomic_store(&x, 'a');
    assert(x == 97);
    atomic_store_explicit(&flag, 8, memory_order_release);
    assert(atomic_load_explicit(&flag, memory_order_relaxed) == 1);
    atomic_store_explicit(&byte, 300, memory_order_relaxed);
    assert(atomic_load(&byte) == 44);
    int target = 6;
    atomic_store(&pointer, &target);
    *atomic_load(&pointer) = 7;
    assert(target == 7);
    atomic_store(&pointer, NULL);
    assert(atomic_load_explicit(&pointer, memory_order_consume) == NULL);
    struct node second = { 5, NULL };
    atomic_init(&first.next, &second);
    assert(atomic_load(&atomic_load(&first.next)->next) == NULL && atomic_load(&first.next)->v == 5);
    atomic_uint *p = array;
    atomic_store(p + 1, -1);
    assert(atomic_load(&array[1]) == UINT32_MAX && atomic_load(p++) == 0 && p == &array[1]);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_thread_fence(memory_order_acquire);
    atomic_signal_fence(memory_order_seq_cst);
    assert(atomic_is_lock_free(&x) && ATOMIC_INT_LOCK_FREE == 2);
    assert(kill_dependency(target) == 7);
    return 0;
}
