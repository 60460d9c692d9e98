/* FreeBSD's atomic(9), as far as buf_ring uses it, by the compiler's builtins of the same orders. */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#define atomic_load_acq_32(p) __atomic_load_n(p, __ATOMIC_ACQUIRE)
#define atomic_load_32(p) __atomic_load_n(p, __ATOMIC_RELAXED)
#define atomic_store_rel_32(p, v) __atomic_store_n(p, v, __ATOMIC_RELEASE)
#define atomic_store_32(p, v) __atomic_store_n(p, v, __ATOMIC_RELAXED)
#define atomic_thread_fence_rel() __atomic_thread_fence(__ATOMIC_RELEASE)
#define atomic_thread_fence_acq() __atomic_thread_fence(__ATOMIC_ACQUIRE)
static inline int atomic_cmpset_acq_32(volatile uint32_t *p, uint32_t old, uint32_t new)
{
    return __atomic_compare_exchange_n(p, &old, new, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}
#define rmb() atomic_thread_fence_acq()
#define wmb() atomic_thread_fence_rel()
