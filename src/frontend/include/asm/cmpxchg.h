#ifndef _FENCESMITH_ASM_CMPXCHG_H
#define _FENCESMITH_ASM_CMPXCHG_H
#include <asm/barrier.h>
/* Those without an end in their name order everything around them where they change something, which is more than C's strongest
   order is on some machines: there the fence behind them does the rest, and under the kernel's own model nothing. */
#define __cmpxchg(pointer, expected, desired, order) \
    __extension__({ \
        __typeof__(*(pointer)) __found = (__typeof__(*(pointer)))(expected); \
        __atomic_compare_exchange_n(pointer, &__found, (__typeof__(*(pointer)))(desired), 0, order, __ATOMIC_RELAXED); \
        __found; \
    })
#define __try_cmpxchg(pointer, expected, desired, order) \
    __atomic_compare_exchange_n(pointer, expected, desired, 0, order, __ATOMIC_RELAXED)
#define xchg_relaxed(pointer, value) __atomic_exchange_n(pointer, value, __ATOMIC_RELAXED)
#define xchg_acquire(pointer, value) __atomic_exchange_n(pointer, value, __ATOMIC_ACQUIRE)
#define xchg_release(pointer, value) __atomic_exchange_n(pointer, value, __ATOMIC_RELEASE)
#define xchg(pointer, value) \
    __extension__({ \
        __typeof__(*(pointer)) __old = __atomic_exchange_n(pointer, value, __ATOMIC_SEQ_CST); \
        smp_mb__after_atomic(); \
        __old; \
    })
#define cmpxchg_relaxed(pointer, expected, desired) __cmpxchg(pointer, expected, desired, __ATOMIC_RELAXED)
#define cmpxchg_acquire(pointer, expected, desired) __cmpxchg(pointer, expected, desired, __ATOMIC_ACQUIRE)
#define cmpxchg_release(pointer, expected, desired) __cmpxchg(pointer, expected, desired, __ATOMIC_RELEASE)
#define cmpxchg(pointer, expected, desired) \
    __extension__({ \
        __typeof__(*(pointer)) __met = (__typeof__(*(pointer)))(expected); \
        if (__try_cmpxchg(pointer, &__met, (__typeof__(*(pointer)))(desired), __ATOMIC_SEQ_CST)) \
            smp_mb__after_atomic(); \
        __met; \
    })
#define try_cmpxchg_relaxed(pointer, expected, desired) __try_cmpxchg(pointer, expected, desired, __ATOMIC_RELAXED)
#define try_cmpxchg_acquire(pointer, expected, desired) __try_cmpxchg(pointer, expected, desired, __ATOMIC_ACQUIRE)
#define try_cmpxchg_release(pointer, expected, desired) __try_cmpxchg(pointer, expected, desired, __ATOMIC_RELEASE)
#define try_cmpxchg(pointer, expected, desired) \
    __extension__({ \
        _Bool __done = __try_cmpxchg(pointer, expected, desired, __ATOMIC_SEQ_CST); \
        if (__done) \
            smp_mb__after_atomic(); \
        __done; \
    })
#endif
