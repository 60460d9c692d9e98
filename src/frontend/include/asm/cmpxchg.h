#ifndef _FENCESMITH_ASM_CMPXCHG_H
#define _FENCESMITH_ASM_CMPXCHG_H
#include <asm/barrier.h>
/* Those without an end in their name order everything around them where they change something, which is more than C's strongest
   order is on some machines: there the fence behind them does the rest, and under the kernel's own model nothing.

   One that fails promises nothing, and on machines where it is a loop it is the bare load at the head of that. So each looks first:
   who finds another value has failed, and elsewhere the exchange is what is left. An execution in which somebody else has come in between is
   left out for the one in which this thread has looked later. Where machines order more, a barrier by a name of its own says so. */
extern void __VERIFIER_assume(int);
extern void __fencesmith_reads_in(const char *, ...);
#define __cmpxchg_barrier(name) __asm__ __volatile__(name ::: "memory")
#define __try_cmpxchg(pointer, expected, value, order, before, after, failed) \
    __extension__({ \
        __typeof__(pointer) __place = (pointer); \
        __typeof__(&*(expected)) __wanted = (expected); \
        __typeof__(*__place) __new = (__typeof__(*__place))(value); \
        before; \
        __typeof__(*__place) __seen; \
        __fencesmith_reads_in("LOOK", __seen = __atomic_load_n(__place, __ATOMIC_RELAXED)); \
        _Bool __done = __seen == *__wanted; \
        if (__done) { \
            __done = __atomic_compare_exchange_n(__place, &__seen, __new, 0, order, __ATOMIC_RELAXED); \
            __VERIFIER_assume(__done); \
            after; \
        } else { \
            *__wanted = __seen; \
            failed; \
        } \
        __done; \
    })
#define __cmpxchg(pointer, expected, value, attempt) \
    __extension__({ \
        __typeof__(*(pointer)) __met = (__typeof__(*(pointer)))(expected); \
        attempt(pointer, &__met, value); \
        __met; \
    })
#define xchg_relaxed(pointer, value) __atomic_exchange_n(pointer, value, __ATOMIC_RELAXED)
#define xchg_acquire(pointer, value) __atomic_exchange_n(pointer, value, __ATOMIC_ACQUIRE)
#define xchg_release(pointer, value) __atomic_exchange_n(pointer, value, __ATOMIC_RELEASE)
#define xchg(pointer, value) \
    __extension__({ \
        __typeof__(*(pointer)) __old = __atomic_exchange_n(pointer, value, __ATOMIC_SEQ_CST); \
        smp_mb__after_atomic(); \
        __old; \
    })
#define try_cmpxchg_relaxed(pointer, expected, value) \
    __try_cmpxchg(pointer, expected, value, __ATOMIC_RELAXED, (void)0, (void)0, __cmpxchg_barrier("failed_cmpxchg_relaxed"))
#define try_cmpxchg_acquire(pointer, expected, value) \
    __try_cmpxchg(pointer, expected, value, __ATOMIC_ACQUIRE, (void)0, (void)0, __cmpxchg_barrier("failed_cmpxchg_acquire"))
#define try_cmpxchg_release(pointer, expected, value) \
    __try_cmpxchg(pointer, expected, value, __ATOMIC_RELEASE, (void)0, (void)0, __cmpxchg_barrier("failed_cmpxchg_release"))
#define try_cmpxchg(pointer, expected, value) \
    __try_cmpxchg(pointer, expected, value, __ATOMIC_SEQ_CST, __cmpxchg_barrier("cmpxchg"), smp_mb__after_atomic(), \
                  __cmpxchg_barrier("failed_cmpxchg"))
#define cmpxchg_relaxed(pointer, expected, value) __cmpxchg(pointer, expected, value, try_cmpxchg_relaxed)
#define cmpxchg_acquire(pointer, expected, value) __cmpxchg(pointer, expected, value, try_cmpxchg_acquire)
#define cmpxchg_release(pointer, expected, value) __cmpxchg(pointer, expected, value, try_cmpxchg_release)
#define cmpxchg(pointer, expected, value) __cmpxchg(pointer, expected, value, try_cmpxchg)
#define cmpxchg64(pointer, expected, value) cmpxchg(pointer, expected, value)
#define try_cmpxchg64(pointer, expected, value) try_cmpxchg(pointer, expected, value)
#define cmpxchg64_relaxed(pointer, expected, value) cmpxchg_relaxed(pointer, expected, value)
#define try_cmpxchg64_relaxed(pointer, expected, value) try_cmpxchg_relaxed(pointer, expected, value)
#define cmpxchg64_acquire(pointer, expected, value) cmpxchg_acquire(pointer, expected, value)
#define try_cmpxchg64_acquire(pointer, expected, value) try_cmpxchg_acquire(pointer, expected, value)
#define cmpxchg64_release(pointer, expected, value) cmpxchg_release(pointer, expected, value)
#define try_cmpxchg64_release(pointer, expected, value) try_cmpxchg_release(pointer, expected, value)
/* These are one step for the processor that does them, and for others a read and a write. */
#define cmpxchg_local(pointer, expected, value) \
    __extension__({ \
        __typeof__(pointer) __own = (pointer); \
        __typeof__(*__own) __there = READ_ONCE(*__own); \
        if (__there == (__typeof__(*__own))(expected)) \
            WRITE_ONCE(*__own, (__typeof__(*__own))(value)); \
        __there; \
    })
#define cmpxchg64_local(pointer, expected, value) cmpxchg_local(pointer, expected, value)
#define try_cmpxchg_local(pointer, expected, value) \
    __extension__({ \
        __typeof__(&*(expected)) __sought = (expected); \
        __typeof__(*(pointer)) __was = cmpxchg_local(pointer, *__sought, value); \
        _Bool __is_same = __was == *__sought; \
        if (!__is_same) \
            *__sought = __was; \
        __is_same; \
    })
#endif
