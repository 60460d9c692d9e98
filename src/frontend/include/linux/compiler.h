#ifndef _FENCESMITH_LINUX_COMPILER_H
#define _FENCESMITH_LINUX_COMPILER_H
/* Behind this what stands here is known to be there. */
extern void __fencesmith_in(const char *, ...);
/* What the kernel marks accesses with: volatile, as its own header has it. */
#define READ_ONCE(place) (*(const volatile __typeof__(place) *)&(place))
#define WRITE_ONCE(place, value) \
    do { \
        *(volatile __typeof__(place) *)&(place) = (value); \
    } while (0)
#define ACCESS_ONCE(place) (*(volatile __typeof__(place) *)&(place))
#define data_race(expression) (expression)
#define barrier() __asm__ __volatile__("" ::: "memory")
#define likely(condition) __builtin_expect(!!(condition), 1)
#define unlikely(condition) __builtin_expect(!!(condition), 0)
#define unreachable() __builtin_unreachable()
#ifndef __always_inline
#define __always_inline inline __attribute__((__always_inline__))
#endif
#define noinline __attribute__((__noinline__))
#define __maybe_unused __attribute__((__unused__))
#define __must_check __attribute__((__warn_unused_result__))
#define ____cacheline_aligned __attribute__((__aligned__(64)))
#define ____cacheline_aligned_in_smp ____cacheline_aligned
#define __rcu
#define __user
#define __percpu
#define __acquires(lock)
#define __releases(lock)
#define __must_hold(lock)
#define __force
#endif
