// Takes the orders and fences of C11 away: every atomic access of a program is relaxed, and its fences are nothing.
#include <stdatomic.h>

#define memory_order_consume __ATOMIC_RELAXED
#define memory_order_acquire __ATOMIC_RELAXED
#define memory_order_release __ATOMIC_RELAXED
#define memory_order_acq_rel __ATOMIC_RELAXED
#define memory_order_seq_cst __ATOMIC_RELAXED

#undef atomic_thread_fence
#undef atomic_load
#undef atomic_store
#undef atomic_exchange
#undef atomic_compare_exchange_strong
#undef atomic_compare_exchange_weak
#undef atomic_fetch_add
#undef atomic_fetch_sub
#define atomic_thread_fence(order) ((void)0)
#define atomic_load(from) __atomic_load_n(from, __ATOMIC_RELAXED)
#define atomic_store(to, value) __atomic_store_n(to, value, __ATOMIC_RELAXED)
#define atomic_exchange(at, value) __atomic_exchange_n(at, value, __ATOMIC_RELAXED)
#define atomic_fetch_add(at, value) __atomic_fetch_add(at, value, __ATOMIC_RELAXED)
#define atomic_fetch_sub(at, value) __atomic_fetch_sub(at, value, __ATOMIC_RELAXED)
#define atomic_compare_exchange_strong(at, expected, value) \
    __atomic_compare_exchange_n(at, expected, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
#define atomic_compare_exchange_weak(at, expected, value) \
    __atomic_compare_exchange_n(at, expected, value, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
