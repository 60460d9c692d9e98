#ifndef _FENCESMITH_LINUX_SPINLOCK_H
#define _FENCESMITH_LINUX_SPINLOCK_H
#include <asm/barrier.h>
#include <pthread.h>
/* Taking one acquires and giving it releases, and the kernel's model orders locks a little more (its sets LKR, LKW and UL). */
typedef struct {
    pthread_spinlock_t __lock;
} spinlock_t;
typedef spinlock_t raw_spinlock_t;
/* What a spin lock holds that was set up and is free. */
#define __SPIN_LOCK_FREE 0x6d007fff
#define __SPIN_LOCK_UNLOCKED(name) { __SPIN_LOCK_FREE }
#define __RAW_SPIN_LOCK_UNLOCKED(name) __SPIN_LOCK_UNLOCKED(name)
#define DEFINE_SPINLOCK(name) spinlock_t name = __SPIN_LOCK_UNLOCKED(name)
#define DEFINE_RAW_SPINLOCK(name) raw_spinlock_t name = __RAW_SPIN_LOCK_UNLOCKED(name)
extern void __fencesmith_in(const char *, ...);
#define spin_lock_init(lock) ((void)pthread_spin_init(&(lock)->__lock, 0))
/* Where the ticket that is drawn orders everything, the barrier by this name says so. */
#define __spin_lock_barrier() __asm__ __volatile__("spin_lock" ::: "memory")
#define spin_lock(lock) (__extension__({ \
        __spin_lock_barrier(); \
        __fencesmith_in("LKR LKW", pthread_spin_lock(&(lock)->__lock)); \
    }))
#define spin_unlock(lock) __fencesmith_in("UL", pthread_spin_unlock(&(lock)->__lock))
#define spin_trylock(lock) \
    __extension__({ \
        int __failed; \
        __fencesmith_in("LKR LKW", __failed = pthread_spin_trylock(&(lock)->__lock)); \
        if (!__failed) \
            __spin_lock_barrier(); \
        !__failed; \
    })
/* Who only looks orders nothing. */
#define spin_is_locked(lock) (READ_ONCE((lock)->__lock) != __SPIN_LOCK_FREE)
#define spin_lock_irq(lock) spin_lock(lock)
#define spin_unlock_irq(lock) spin_unlock(lock)
#define spin_lock_bh(lock) spin_lock(lock)
#define spin_unlock_bh(lock) spin_unlock(lock)
#define spin_lock_irqsave(lock, flags) ((flags) = 0, spin_lock(lock))
#define spin_unlock_irqrestore(lock, flags) ((void)(flags), spin_unlock(lock))
#define raw_spin_lock_init(lock) spin_lock_init(lock)
#define raw_spin_lock(lock) spin_lock(lock)
#define raw_spin_unlock(lock) spin_unlock(lock)
#define raw_spin_trylock(lock) spin_trylock(lock)
#define raw_spin_is_locked(lock) spin_is_locked(lock)
#define raw_spin_lock_irqsave(lock, flags) spin_lock_irqsave(lock, flags)
#define raw_spin_unlock_irqrestore(lock, flags) spin_unlock_irqrestore(lock, flags)
#define smp_mb__after_spinlock() __asm__ __volatile__("smp_mb__after_spinlock" ::: "memory")
#define smp_mb__after_unlock_lock() __asm__ __volatile__("smp_mb__after_unlock_lock" ::: "memory")
#endif
