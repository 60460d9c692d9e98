#ifndef _FENCESMITH_ASM_BARRIER_H
#define _FENCESMITH_ASM_BARRIER_H
#include <linux/compiler.h>
/* Behind this what stands here is known to be there. */
extern void __fencesmith_in(const char *, ...);
/* Each is an instruction by its name: the model's file says what it is there. */
#define smp_mb() __asm__ __volatile__("smp_mb" ::: "memory")
#define smp_rmb() __asm__ __volatile__("smp_rmb" ::: "memory")
#define smp_wmb() __asm__ __volatile__("smp_wmb" ::: "memory")
#define mb() smp_mb()
#define rmb() smp_rmb()
#define wmb() smp_wmb()
/* What orders for devices orders for processors, too. */
#define dma_mb() smp_mb()
#define dma_rmb() smp_rmb()
#define dma_wmb() smp_wmb()
#define smp_mb__before_atomic() __asm__ __volatile__("smp_mb__before_atomic" ::: "memory")
#define smp_mb__after_atomic() __asm__ __volatile__("smp_mb__after_atomic" ::: "memory")
#define smp_acquire__after_ctrl_dep() smp_rmb()
#define smp_load_acquire(pointer) __atomic_load_n(pointer, __ATOMIC_ACQUIRE)
#define smp_store_release(pointer, value) __atomic_store_n(pointer, value, __ATOMIC_RELEASE)
#define smp_store_mb(place, value) \
    do { \
        WRITE_ONCE(place, value); \
        smp_mb(); \
    } while (0)
/* The condition speaks of what was read as VAL. */
#define smp_cond_load_relaxed(pointer, condition) \
    __extension__({ \
        __typeof__(pointer) __pointer = (pointer); \
        __typeof__(*(pointer)) VAL; \
        for (;;) { \
            VAL = READ_ONCE(*__pointer); \
            if (condition) \
                break; \
        } \
        VAL; \
    })
#define smp_cond_load_acquire(pointer, condition) \
    __extension__({ \
        __typeof__(*(pointer)) __found = smp_cond_load_relaxed(pointer, condition); \
        smp_acquire__after_ctrl_dep(); \
        __found; \
    })
#define cpu_relax() __asm__ __volatile__("pause" ::: "memory")
#endif
