#ifndef _FENCESMITH_LINUX_ATOMIC_H
#define _FENCESMITH_LINUX_ATOMIC_H
#include <asm/cmpxchg.h>
typedef struct {
    int counter;
} atomic_t;
typedef struct {
    long long counter;
} atomic64_t;
typedef struct {
    long counter;
} atomic_long_t;
#define ATOMIC_INIT(value) { (value) }
#define ATOMIC64_INIT(value) { (value) }
#define ATOMIC_LONG_INIT(value) { (value) }
/* An update without a result orders nothing, and its read is none that fences for reads wait for. */
extern void __fencesmith_in(const char *, ...);
#define __kernel_update(function, atomic, value) \
    __fencesmith_in("NORETURN NoRet", __atomic_##function(&(atomic)->counter, value, __ATOMIC_RELAXED))
#define __kernel_result(function, atomic, value, order) __atomic_##function(&(atomic)->counter, value, order)
#define __kernel_full(function, atomic, value) \
    __extension__({ \
        __typeof__((atomic)->counter) __result = __atomic_##function(&(atomic)->counter, value, __ATOMIC_SEQ_CST); \
        smp_mb__after_atomic(); \
        __result; \
    })
#define __kernel_set(place, value) ((void)(*(volatile __typeof__(place) *)&(place) = (value)))
#define atomic_read(atomic) READ_ONCE((atomic)->counter)
#define atomic_read_acquire(atomic) smp_load_acquire(&(atomic)->counter)
#define atomic_set(atomic, value) __kernel_set((atomic)->counter, value)
#define atomic_set_release(atomic, value) smp_store_release(&(atomic)->counter, value)
#define atomic_add(value, atomic) __kernel_update(fetch_add, atomic, value)
#define atomic_sub(value, atomic) __kernel_update(fetch_sub, atomic, value)
#define atomic_and(value, atomic) __kernel_update(fetch_and, atomic, value)
#define atomic_or(value, atomic) __kernel_update(fetch_or, atomic, value)
#define atomic_xor(value, atomic) __kernel_update(fetch_xor, atomic, value)
#define atomic_andnot(value, atomic) __kernel_update(fetch_and, atomic, ~(value))
#define atomic_inc(atomic) __kernel_update(fetch_add, atomic, 1)
#define atomic_dec(atomic) __kernel_update(fetch_sub, atomic, 1)
#define atomic_fetch_add(value, atomic) __kernel_full(fetch_add, atomic, value)
#define atomic_fetch_add_relaxed(value, atomic) __kernel_result(fetch_add, atomic, value, __ATOMIC_RELAXED)
#define atomic_fetch_add_acquire(value, atomic) __kernel_result(fetch_add, atomic, value, __ATOMIC_ACQUIRE)
#define atomic_fetch_add_release(value, atomic) __kernel_result(fetch_add, atomic, value, __ATOMIC_RELEASE)
#define atomic_fetch_sub(value, atomic) __kernel_full(fetch_sub, atomic, value)
#define atomic_fetch_sub_relaxed(value, atomic) __kernel_result(fetch_sub, atomic, value, __ATOMIC_RELAXED)
#define atomic_fetch_sub_acquire(value, atomic) __kernel_result(fetch_sub, atomic, value, __ATOMIC_ACQUIRE)
#define atomic_fetch_sub_release(value, atomic) __kernel_result(fetch_sub, atomic, value, __ATOMIC_RELEASE)
#define atomic_fetch_and(value, atomic) __kernel_full(fetch_and, atomic, value)
#define atomic_fetch_and_relaxed(value, atomic) __kernel_result(fetch_and, atomic, value, __ATOMIC_RELAXED)
#define atomic_fetch_and_acquire(value, atomic) __kernel_result(fetch_and, atomic, value, __ATOMIC_ACQUIRE)
#define atomic_fetch_and_release(value, atomic) __kernel_result(fetch_and, atomic, value, __ATOMIC_RELEASE)
#define atomic_fetch_or(value, atomic) __kernel_full(fetch_or, atomic, value)
#define atomic_fetch_or_relaxed(value, atomic) __kernel_result(fetch_or, atomic, value, __ATOMIC_RELAXED)
#define atomic_fetch_or_acquire(value, atomic) __kernel_result(fetch_or, atomic, value, __ATOMIC_ACQUIRE)
#define atomic_fetch_or_release(value, atomic) __kernel_result(fetch_or, atomic, value, __ATOMIC_RELEASE)
#define atomic_fetch_xor(value, atomic) __kernel_full(fetch_xor, atomic, value)
#define atomic_fetch_xor_relaxed(value, atomic) __kernel_result(fetch_xor, atomic, value, __ATOMIC_RELAXED)
#define atomic_fetch_xor_acquire(value, atomic) __kernel_result(fetch_xor, atomic, value, __ATOMIC_ACQUIRE)
#define atomic_fetch_xor_release(value, atomic) __kernel_result(fetch_xor, atomic, value, __ATOMIC_RELEASE)
#define atomic_fetch_andnot(value, atomic) __kernel_full(fetch_and, atomic, ~(value))
#define atomic_fetch_andnot_relaxed(value, atomic) __kernel_result(fetch_and, atomic, ~(value), __ATOMIC_RELAXED)
#define atomic_fetch_andnot_acquire(value, atomic) __kernel_result(fetch_and, atomic, ~(value), __ATOMIC_ACQUIRE)
#define atomic_fetch_andnot_release(value, atomic) __kernel_result(fetch_and, atomic, ~(value), __ATOMIC_RELEASE)
#define atomic_add_return(value, atomic) __kernel_full(add_fetch, atomic, value)
#define atomic_add_return_relaxed(value, atomic) __kernel_result(add_fetch, atomic, value, __ATOMIC_RELAXED)
#define atomic_add_return_acquire(value, atomic) __kernel_result(add_fetch, atomic, value, __ATOMIC_ACQUIRE)
#define atomic_add_return_release(value, atomic) __kernel_result(add_fetch, atomic, value, __ATOMIC_RELEASE)
#define atomic_sub_return(value, atomic) __kernel_full(sub_fetch, atomic, value)
#define atomic_sub_return_relaxed(value, atomic) __kernel_result(sub_fetch, atomic, value, __ATOMIC_RELAXED)
#define atomic_sub_return_acquire(value, atomic) __kernel_result(sub_fetch, atomic, value, __ATOMIC_ACQUIRE)
#define atomic_sub_return_release(value, atomic) __kernel_result(sub_fetch, atomic, value, __ATOMIC_RELEASE)
#define atomic_fetch_inc(atomic) __kernel_full(fetch_add, atomic, 1)
#define atomic_inc_return(atomic) __kernel_full(add_fetch, atomic, 1)
#define atomic_fetch_inc_relaxed(atomic) __kernel_result(fetch_add, atomic, 1, __ATOMIC_RELAXED)
#define atomic_inc_return_relaxed(atomic) __kernel_result(add_fetch, atomic, 1, __ATOMIC_RELAXED)
#define atomic_fetch_inc_acquire(atomic) __kernel_result(fetch_add, atomic, 1, __ATOMIC_ACQUIRE)
#define atomic_inc_return_acquire(atomic) __kernel_result(add_fetch, atomic, 1, __ATOMIC_ACQUIRE)
#define atomic_fetch_inc_release(atomic) __kernel_result(fetch_add, atomic, 1, __ATOMIC_RELEASE)
#define atomic_inc_return_release(atomic) __kernel_result(add_fetch, atomic, 1, __ATOMIC_RELEASE)
#define atomic_inc_and_test(atomic) (atomic_inc_return(atomic) == 0)
#define atomic_fetch_dec(atomic) __kernel_full(fetch_sub, atomic, 1)
#define atomic_dec_return(atomic) __kernel_full(sub_fetch, atomic, 1)
#define atomic_fetch_dec_relaxed(atomic) __kernel_result(fetch_sub, atomic, 1, __ATOMIC_RELAXED)
#define atomic_dec_return_relaxed(atomic) __kernel_result(sub_fetch, atomic, 1, __ATOMIC_RELAXED)
#define atomic_fetch_dec_acquire(atomic) __kernel_result(fetch_sub, atomic, 1, __ATOMIC_ACQUIRE)
#define atomic_dec_return_acquire(atomic) __kernel_result(sub_fetch, atomic, 1, __ATOMIC_ACQUIRE)
#define atomic_fetch_dec_release(atomic) __kernel_result(fetch_sub, atomic, 1, __ATOMIC_RELEASE)
#define atomic_dec_return_release(atomic) __kernel_result(sub_fetch, atomic, 1, __ATOMIC_RELEASE)
#define atomic_dec_and_test(atomic) (atomic_dec_return(atomic) == 0)
#define atomic_sub_and_test(value, atomic) (atomic_sub_return(value, atomic) == 0)
#define atomic_add_negative(value, atomic) (atomic_add_return(value, atomic) < 0)
#define atomic_xchg(atomic, value) xchg(&(atomic)->counter, value)
#define atomic_cmpxchg(atomic, expected, desired) cmpxchg(&(atomic)->counter, expected, desired)
#define atomic_try_cmpxchg(atomic, expected, desired) try_cmpxchg(&(atomic)->counter, expected, desired)
#define atomic_xchg_relaxed(atomic, value) xchg_relaxed(&(atomic)->counter, value)
#define atomic_cmpxchg_relaxed(atomic, expected, desired) cmpxchg_relaxed(&(atomic)->counter, expected, desired)
#define atomic_try_cmpxchg_relaxed(atomic, expected, desired) try_cmpxchg_relaxed(&(atomic)->counter, expected, desired)
#define atomic_xchg_acquire(atomic, value) xchg_acquire(&(atomic)->counter, value)
#define atomic_cmpxchg_acquire(atomic, expected, desired) cmpxchg_acquire(&(atomic)->counter, expected, desired)
#define atomic_try_cmpxchg_acquire(atomic, expected, desired) try_cmpxchg_acquire(&(atomic)->counter, expected, desired)
#define atomic_xchg_release(atomic, value) xchg_release(&(atomic)->counter, value)
#define atomic_cmpxchg_release(atomic, expected, desired) cmpxchg_release(&(atomic)->counter, expected, desired)
#define atomic_try_cmpxchg_release(atomic, expected, desired) try_cmpxchg_release(&(atomic)->counter, expected, desired)
static inline int atomic_fetch_add_unless(atomic_t *atomic, int value, int unless)
{
    int found = atomic_read(atomic);
    do {
        if (found == unless)
            break;
    } while (!atomic_try_cmpxchg(atomic, &found, found + value));
    return found;
}
static inline _Bool atomic_inc_unless_negative(atomic_t *atomic)
{
    int found = atomic_read(atomic);
    do {
        if (found < 0)
            return 0;
    } while (!atomic_try_cmpxchg(atomic, &found, found + 1));
    return 1;
}
static inline int atomic_dec_if_positive(atomic_t *atomic)
{
    int found = atomic_read(atomic), left;
    do {
        left = found - 1;
        if (left < 0)
            break;
    } while (!atomic_try_cmpxchg(atomic, &found, left));
    return left;
}
#define atomic_add_unless(atomic, value, unless) (atomic_fetch_add_unless(atomic, value, unless) != (unless))
#define atomic_inc_not_zero(atomic) atomic_add_unless(atomic, 1, 0)
#define atomic64_read(atomic) READ_ONCE((atomic)->counter)
#define atomic64_read_acquire(atomic) smp_load_acquire(&(atomic)->counter)
#define atomic64_set(atomic, value) __kernel_set((atomic)->counter, value)
#define atomic64_set_release(atomic, value) smp_store_release(&(atomic)->counter, value)
#define atomic64_add(value, atomic) __kernel_update(fetch_add, atomic, value)
#define atomic64_sub(value, atomic) __kernel_update(fetch_sub, atomic, value)
#define atomic64_and(value, atomic) __kernel_update(fetch_and, atomic, value)
#define atomic64_or(value, atomic) __kernel_update(fetch_or, atomic, value)
#define atomic64_xor(value, atomic) __kernel_update(fetch_xor, atomic, value)
#define atomic64_andnot(value, atomic) __kernel_update(fetch_and, atomic, ~(value))
#define atomic64_inc(atomic) __kernel_update(fetch_add, atomic, 1)
#define atomic64_dec(atomic) __kernel_update(fetch_sub, atomic, 1)
#define atomic64_fetch_add(value, atomic) __kernel_full(fetch_add, atomic, value)
#define atomic64_fetch_add_relaxed(value, atomic) __kernel_result(fetch_add, atomic, value, __ATOMIC_RELAXED)
#define atomic64_fetch_add_acquire(value, atomic) __kernel_result(fetch_add, atomic, value, __ATOMIC_ACQUIRE)
#define atomic64_fetch_add_release(value, atomic) __kernel_result(fetch_add, atomic, value, __ATOMIC_RELEASE)
#define atomic64_fetch_sub(value, atomic) __kernel_full(fetch_sub, atomic, value)
#define atomic64_fetch_sub_relaxed(value, atomic) __kernel_result(fetch_sub, atomic, value, __ATOMIC_RELAXED)
#define atomic64_fetch_sub_acquire(value, atomic) __kernel_result(fetch_sub, atomic, value, __ATOMIC_ACQUIRE)
#define atomic64_fetch_sub_release(value, atomic) __kernel_result(fetch_sub, atomic, value, __ATOMIC_RELEASE)
#define atomic64_fetch_and(value, atomic) __kernel_full(fetch_and, atomic, value)
#define atomic64_fetch_and_relaxed(value, atomic) __kernel_result(fetch_and, atomic, value, __ATOMIC_RELAXED)
#define atomic64_fetch_and_acquire(value, atomic) __kernel_result(fetch_and, atomic, value, __ATOMIC_ACQUIRE)
#define atomic64_fetch_and_release(value, atomic) __kernel_result(fetch_and, atomic, value, __ATOMIC_RELEASE)
#define atomic64_fetch_or(value, atomic) __kernel_full(fetch_or, atomic, value)
#define atomic64_fetch_or_relaxed(value, atomic) __kernel_result(fetch_or, atomic, value, __ATOMIC_RELAXED)
#define atomic64_fetch_or_acquire(value, atomic) __kernel_result(fetch_or, atomic, value, __ATOMIC_ACQUIRE)
#define atomic64_fetch_or_release(value, atomic) __kernel_result(fetch_or, atomic, value, __ATOMIC_RELEASE)
#define atomic64_fetch_xor(value, atomic) __kernel_full(fetch_xor, atomic, value)
#define atomic64_fetch_xor_relaxed(value, atomic) __kernel_result(fetch_xor, atomic, value, __ATOMIC_RELAXED)
#define atomic64_fetch_xor_acquire(value, atomic) __kernel_result(fetch_xor, atomic, value, __ATOMIC_ACQUIRE)
#define atomic64_fetch_xor_release(value, atomic) __kernel_result(fetch_xor, atomic, value, __ATOMIC_RELEASE)
#define atomic64_fetch_andnot(value, atomic) __kernel_full(fetch_and, atomic, ~(value))
#define atomic64_fetch_andnot_relaxed(value, atomic) __kernel_result(fetch_and, atomic, ~(value), __ATOMIC_RELAXED)
#define atomic64_fetch_andnot_acquire(value, atomic) __kernel_result(fetch_and, atomic, ~(value), __ATOMIC_ACQUIRE)
#define atomic64_fetch_andnot_release(value, atomic) __kernel_result(fetch_and, atomic, ~(value), __ATOMIC_RELEASE)
#define atomic64_add_return(value, atomic) __kernel_full(add_fetch, atomic, value)
#define atomic64_add_return_relaxed(value, atomic) __kernel_result(add_fetch, atomic, value, __ATOMIC_RELAXED)
#define atomic64_add_return_acquire(value, atomic) __kernel_result(add_fetch, atomic, value, __ATOMIC_ACQUIRE)
#define atomic64_add_return_release(value, atomic) __kernel_result(add_fetch, atomic, value, __ATOMIC_RELEASE)
#define atomic64_sub_return(value, atomic) __kernel_full(sub_fetch, atomic, value)
#define atomic64_sub_return_relaxed(value, atomic) __kernel_result(sub_fetch, atomic, value, __ATOMIC_RELAXED)
#define atomic64_sub_return_acquire(value, atomic) __kernel_result(sub_fetch, atomic, value, __ATOMIC_ACQUIRE)
#define atomic64_sub_return_release(value, atomic) __kernel_result(sub_fetch, atomic, value, __ATOMIC_RELEASE)
#define atomic64_fetch_inc(atomic) __kernel_full(fetch_add, atomic, 1)
#define atomic64_inc_return(atomic) __kernel_full(add_fetch, atomic, 1)
#define atomic64_fetch_inc_relaxed(atomic) __kernel_result(fetch_add, atomic, 1, __ATOMIC_RELAXED)
#define atomic64_inc_return_relaxed(atomic) __kernel_result(add_fetch, atomic, 1, __ATOMIC_RELAXED)
#define atomic64_fetch_inc_acquire(atomic) __kernel_result(fetch_add, atomic, 1, __ATOMIC_ACQUIRE)
#define atomic64_inc_return_acquire(atomic) __kernel_result(add_fetch, atomic, 1, __ATOMIC_ACQUIRE)
#define atomic64_fetch_inc_release(atomic) __kernel_result(fetch_add, atomic, 1, __ATOMIC_RELEASE)
#define atomic64_inc_return_release(atomic) __kernel_result(add_fetch, atomic, 1, __ATOMIC_RELEASE)
#define atomic64_inc_and_test(atomic) (atomic64_inc_return(atomic) == 0)
#define atomic64_fetch_dec(atomic) __kernel_full(fetch_sub, atomic, 1)
#define atomic64_dec_return(atomic) __kernel_full(sub_fetch, atomic, 1)
#define atomic64_fetch_dec_relaxed(atomic) __kernel_result(fetch_sub, atomic, 1, __ATOMIC_RELAXED)
#define atomic64_dec_return_relaxed(atomic) __kernel_result(sub_fetch, atomic, 1, __ATOMIC_RELAXED)
#define atomic64_fetch_dec_acquire(atomic) __kernel_result(fetch_sub, atomic, 1, __ATOMIC_ACQUIRE)
#define atomic64_dec_return_acquire(atomic) __kernel_result(sub_fetch, atomic, 1, __ATOMIC_ACQUIRE)
#define atomic64_fetch_dec_release(atomic) __kernel_result(fetch_sub, atomic, 1, __ATOMIC_RELEASE)
#define atomic64_dec_return_release(atomic) __kernel_result(sub_fetch, atomic, 1, __ATOMIC_RELEASE)
#define atomic64_dec_and_test(atomic) (atomic64_dec_return(atomic) == 0)
#define atomic64_sub_and_test(value, atomic) (atomic64_sub_return(value, atomic) == 0)
#define atomic64_add_negative(value, atomic) (atomic64_add_return(value, atomic) < 0)
#define atomic64_xchg(atomic, value) xchg(&(atomic)->counter, value)
#define atomic64_cmpxchg(atomic, expected, desired) cmpxchg(&(atomic)->counter, expected, desired)
#define atomic64_try_cmpxchg(atomic, expected, desired) try_cmpxchg(&(atomic)->counter, expected, desired)
#define atomic64_xchg_relaxed(atomic, value) xchg_relaxed(&(atomic)->counter, value)
#define atomic64_cmpxchg_relaxed(atomic, expected, desired) cmpxchg_relaxed(&(atomic)->counter, expected, desired)
#define atomic64_try_cmpxchg_relaxed(atomic, expected, desired) try_cmpxchg_relaxed(&(atomic)->counter, expected, desired)
#define atomic64_xchg_acquire(atomic, value) xchg_acquire(&(atomic)->counter, value)
#define atomic64_cmpxchg_acquire(atomic, expected, desired) cmpxchg_acquire(&(atomic)->counter, expected, desired)
#define atomic64_try_cmpxchg_acquire(atomic, expected, desired) try_cmpxchg_acquire(&(atomic)->counter, expected, desired)
#define atomic64_xchg_release(atomic, value) xchg_release(&(atomic)->counter, value)
#define atomic64_cmpxchg_release(atomic, expected, desired) cmpxchg_release(&(atomic)->counter, expected, desired)
#define atomic64_try_cmpxchg_release(atomic, expected, desired) try_cmpxchg_release(&(atomic)->counter, expected, desired)
static inline long long atomic64_fetch_add_unless(atomic64_t *atomic, long long value, long long unless)
{
    long long found = atomic64_read(atomic);
    do {
        if (found == unless)
            break;
    } while (!atomic64_try_cmpxchg(atomic, &found, found + value));
    return found;
}
static inline _Bool atomic64_inc_unless_negative(atomic64_t *atomic)
{
    long long found = atomic64_read(atomic);
    do {
        if (found < 0)
            return 0;
    } while (!atomic64_try_cmpxchg(atomic, &found, found + 1));
    return 1;
}
static inline long long atomic64_dec_if_positive(atomic64_t *atomic)
{
    long long found = atomic64_read(atomic), left;
    do {
        left = found - 1;
        if (left < 0)
            break;
    } while (!atomic64_try_cmpxchg(atomic, &found, left));
    return left;
}
#define atomic64_add_unless(atomic, value, unless) (atomic64_fetch_add_unless(atomic, value, unless) != (unless))
#define atomic64_inc_not_zero(atomic) atomic64_add_unless(atomic, 1, 0)
#define atomic_long_read(atomic) READ_ONCE((atomic)->counter)
#define atomic_long_read_acquire(atomic) smp_load_acquire(&(atomic)->counter)
#define atomic_long_set(atomic, value) __kernel_set((atomic)->counter, value)
#define atomic_long_set_release(atomic, value) smp_store_release(&(atomic)->counter, value)
#define atomic_long_add(value, atomic) __kernel_update(fetch_add, atomic, value)
#define atomic_long_sub(value, atomic) __kernel_update(fetch_sub, atomic, value)
#define atomic_long_and(value, atomic) __kernel_update(fetch_and, atomic, value)
#define atomic_long_or(value, atomic) __kernel_update(fetch_or, atomic, value)
#define atomic_long_xor(value, atomic) __kernel_update(fetch_xor, atomic, value)
#define atomic_long_andnot(value, atomic) __kernel_update(fetch_and, atomic, ~(value))
#define atomic_long_inc(atomic) __kernel_update(fetch_add, atomic, 1)
#define atomic_long_dec(atomic) __kernel_update(fetch_sub, atomic, 1)
#define atomic_long_fetch_add(value, atomic) __kernel_full(fetch_add, atomic, value)
#define atomic_long_fetch_add_relaxed(value, atomic) __kernel_result(fetch_add, atomic, value, __ATOMIC_RELAXED)
#define atomic_long_fetch_add_acquire(value, atomic) __kernel_result(fetch_add, atomic, value, __ATOMIC_ACQUIRE)
#define atomic_long_fetch_add_release(value, atomic) __kernel_result(fetch_add, atomic, value, __ATOMIC_RELEASE)
#define atomic_long_fetch_sub(value, atomic) __kernel_full(fetch_sub, atomic, value)
#define atomic_long_fetch_sub_relaxed(value, atomic) __kernel_result(fetch_sub, atomic, value, __ATOMIC_RELAXED)
#define atomic_long_fetch_sub_acquire(value, atomic) __kernel_result(fetch_sub, atomic, value, __ATOMIC_ACQUIRE)
#define atomic_long_fetch_sub_release(value, atomic) __kernel_result(fetch_sub, atomic, value, __ATOMIC_RELEASE)
#define atomic_long_fetch_and(value, atomic) __kernel_full(fetch_and, atomic, value)
#define atomic_long_fetch_and_relaxed(value, atomic) __kernel_result(fetch_and, atomic, value, __ATOMIC_RELAXED)
#define atomic_long_fetch_and_acquire(value, atomic) __kernel_result(fetch_and, atomic, value, __ATOMIC_ACQUIRE)
#define atomic_long_fetch_and_release(value, atomic) __kernel_result(fetch_and, atomic, value, __ATOMIC_RELEASE)
#define atomic_long_fetch_or(value, atomic) __kernel_full(fetch_or, atomic, value)
#define atomic_long_fetch_or_relaxed(value, atomic) __kernel_result(fetch_or, atomic, value, __ATOMIC_RELAXED)
#define atomic_long_fetch_or_acquire(value, atomic) __kernel_result(fetch_or, atomic, value, __ATOMIC_ACQUIRE)
#define atomic_long_fetch_or_release(value, atomic) __kernel_result(fetch_or, atomic, value, __ATOMIC_RELEASE)
#define atomic_long_fetch_xor(value, atomic) __kernel_full(fetch_xor, atomic, value)
#define atomic_long_fetch_xor_relaxed(value, atomic) __kernel_result(fetch_xor, atomic, value, __ATOMIC_RELAXED)
#define atomic_long_fetch_xor_acquire(value, atomic) __kernel_result(fetch_xor, atomic, value, __ATOMIC_ACQUIRE)
#define atomic_long_fetch_xor_release(value, atomic) __kernel_result(fetch_xor, atomic, value, __ATOMIC_RELEASE)
#define atomic_long_fetch_andnot(value, atomic) __kernel_full(fetch_and, atomic, ~(value))
#define atomic_long_fetch_andnot_relaxed(value, atomic) __kernel_result(fetch_and, atomic, ~(value), __ATOMIC_RELAXED)
#define atomic_long_fetch_andnot_acquire(value, atomic) __kernel_result(fetch_and, atomic, ~(value), __ATOMIC_ACQUIRE)
#define atomic_long_fetch_andnot_release(value, atomic) __kernel_result(fetch_and, atomic, ~(value), __ATOMIC_RELEASE)
#define atomic_long_add_return(value, atomic) __kernel_full(add_fetch, atomic, value)
#define atomic_long_add_return_relaxed(value, atomic) __kernel_result(add_fetch, atomic, value, __ATOMIC_RELAXED)
#define atomic_long_add_return_acquire(value, atomic) __kernel_result(add_fetch, atomic, value, __ATOMIC_ACQUIRE)
#define atomic_long_add_return_release(value, atomic) __kernel_result(add_fetch, atomic, value, __ATOMIC_RELEASE)
#define atomic_long_sub_return(value, atomic) __kernel_full(sub_fetch, atomic, value)
#define atomic_long_sub_return_relaxed(value, atomic) __kernel_result(sub_fetch, atomic, value, __ATOMIC_RELAXED)
#define atomic_long_sub_return_acquire(value, atomic) __kernel_result(sub_fetch, atomic, value, __ATOMIC_ACQUIRE)
#define atomic_long_sub_return_release(value, atomic) __kernel_result(sub_fetch, atomic, value, __ATOMIC_RELEASE)
#define atomic_long_fetch_inc(atomic) __kernel_full(fetch_add, atomic, 1)
#define atomic_long_inc_return(atomic) __kernel_full(add_fetch, atomic, 1)
#define atomic_long_fetch_inc_relaxed(atomic) __kernel_result(fetch_add, atomic, 1, __ATOMIC_RELAXED)
#define atomic_long_inc_return_relaxed(atomic) __kernel_result(add_fetch, atomic, 1, __ATOMIC_RELAXED)
#define atomic_long_fetch_inc_acquire(atomic) __kernel_result(fetch_add, atomic, 1, __ATOMIC_ACQUIRE)
#define atomic_long_inc_return_acquire(atomic) __kernel_result(add_fetch, atomic, 1, __ATOMIC_ACQUIRE)
#define atomic_long_fetch_inc_release(atomic) __kernel_result(fetch_add, atomic, 1, __ATOMIC_RELEASE)
#define atomic_long_inc_return_release(atomic) __kernel_result(add_fetch, atomic, 1, __ATOMIC_RELEASE)
#define atomic_long_inc_and_test(atomic) (atomic_long_inc_return(atomic) == 0)
#define atomic_long_fetch_dec(atomic) __kernel_full(fetch_sub, atomic, 1)
#define atomic_long_dec_return(atomic) __kernel_full(sub_fetch, atomic, 1)
#define atomic_long_fetch_dec_relaxed(atomic) __kernel_result(fetch_sub, atomic, 1, __ATOMIC_RELAXED)
#define atomic_long_dec_return_relaxed(atomic) __kernel_result(sub_fetch, atomic, 1, __ATOMIC_RELAXED)
#define atomic_long_fetch_dec_acquire(atomic) __kernel_result(fetch_sub, atomic, 1, __ATOMIC_ACQUIRE)
#define atomic_long_dec_return_acquire(atomic) __kernel_result(sub_fetch, atomic, 1, __ATOMIC_ACQUIRE)
#define atomic_long_fetch_dec_release(atomic) __kernel_result(fetch_sub, atomic, 1, __ATOMIC_RELEASE)
#define atomic_long_dec_return_release(atomic) __kernel_result(sub_fetch, atomic, 1, __ATOMIC_RELEASE)
#define atomic_long_dec_and_test(atomic) (atomic_long_dec_return(atomic) == 0)
#define atomic_long_sub_and_test(value, atomic) (atomic_long_sub_return(value, atomic) == 0)
#define atomic_long_add_negative(value, atomic) (atomic_long_add_return(value, atomic) < 0)
#define atomic_long_xchg(atomic, value) xchg(&(atomic)->counter, value)
#define atomic_long_cmpxchg(atomic, expected, desired) cmpxchg(&(atomic)->counter, expected, desired)
#define atomic_long_try_cmpxchg(atomic, expected, desired) try_cmpxchg(&(atomic)->counter, expected, desired)
#define atomic_long_xchg_relaxed(atomic, value) xchg_relaxed(&(atomic)->counter, value)
#define atomic_long_cmpxchg_relaxed(atomic, expected, desired) cmpxchg_relaxed(&(atomic)->counter, expected, desired)
#define atomic_long_try_cmpxchg_relaxed(atomic, expected, desired) try_cmpxchg_relaxed(&(atomic)->counter, expected, desired)
#define atomic_long_xchg_acquire(atomic, value) xchg_acquire(&(atomic)->counter, value)
#define atomic_long_cmpxchg_acquire(atomic, expected, desired) cmpxchg_acquire(&(atomic)->counter, expected, desired)
#define atomic_long_try_cmpxchg_acquire(atomic, expected, desired) try_cmpxchg_acquire(&(atomic)->counter, expected, desired)
#define atomic_long_xchg_release(atomic, value) xchg_release(&(atomic)->counter, value)
#define atomic_long_cmpxchg_release(atomic, expected, desired) cmpxchg_release(&(atomic)->counter, expected, desired)
#define atomic_long_try_cmpxchg_release(atomic, expected, desired) try_cmpxchg_release(&(atomic)->counter, expected, desired)
static inline long atomic_long_fetch_add_unless(atomic_long_t *atomic, long value, long unless)
{
    long found = atomic_long_read(atomic);
    do {
        if (found == unless)
            break;
    } while (!atomic_long_try_cmpxchg(atomic, &found, found + value));
    return found;
}
static inline _Bool atomic_long_inc_unless_negative(atomic_long_t *atomic)
{
    long found = atomic_long_read(atomic);
    do {
        if (found < 0)
            return 0;
    } while (!atomic_long_try_cmpxchg(atomic, &found, found + 1));
    return 1;
}
static inline long atomic_long_dec_if_positive(atomic_long_t *atomic)
{
    long found = atomic_long_read(atomic), left;
    do {
        left = found - 1;
        if (left < 0)
            break;
    } while (!atomic_long_try_cmpxchg(atomic, &found, left));
    return left;
}
#define atomic_long_add_unless(atomic, value, unless) (atomic_long_fetch_add_unless(atomic, value, unless) != (unless))
#define atomic_long_inc_not_zero(atomic) atomic_long_add_unless(atomic, 1, 0)
#endif
