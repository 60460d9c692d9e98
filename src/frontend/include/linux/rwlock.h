#ifndef _FENCESMITH_LINUX_RWLOCK_H
#define _FENCESMITH_LINUX_RWLOCK_H
#include <asm/barrier.h>
#include <pthread.h>
/* Taking one, for reading or for writing, acquires, and giving it releases. The kernel's model says nothing of them beyond that. */
typedef struct {
    pthread_rwlock_t __lock;
} rwlock_t;
#define __RW_LOCK_UNLOCKED(name) { PTHREAD_RWLOCK_INITIALIZER }
#define DEFINE_RWLOCK(name) rwlock_t name = __RW_LOCK_UNLOCKED(name)
#define rwlock_init(lock) ((void)pthread_rwlock_init(&(lock)->__lock, 0))
#define read_lock(lock) ((void)pthread_rwlock_rdlock(&(lock)->__lock))
#define read_unlock(lock) ((void)pthread_rwlock_unlock(&(lock)->__lock))
#define read_trylock(lock) (pthread_rwlock_tryrdlock(&(lock)->__lock) == 0)
#define write_lock(lock) ((void)pthread_rwlock_wrlock(&(lock)->__lock))
#define write_unlock(lock) ((void)pthread_rwlock_unlock(&(lock)->__lock))
#define write_trylock(lock) (pthread_rwlock_trywrlock(&(lock)->__lock) == 0)
#define read_lock_irq(lock) read_lock(lock)
#define read_unlock_irq(lock) read_unlock(lock)
#define read_lock_bh(lock) read_lock(lock)
#define read_unlock_bh(lock) read_unlock(lock)
#define read_lock_irqsave(lock, flags) ((flags) = 0, read_lock(lock))
#define read_unlock_irqrestore(lock, flags) ((void)(flags), read_unlock(lock))
#define write_lock_irq(lock) write_lock(lock)
#define write_unlock_irq(lock) write_unlock(lock)
#define write_lock_bh(lock) write_lock(lock)
#define write_unlock_bh(lock) write_unlock(lock)
#define write_lock_irqsave(lock, flags) ((flags) = 0, write_lock(lock))
#define write_unlock_irqrestore(lock, flags) ((void)(flags), write_unlock(lock))
#endif
