#ifndef _FENCESMITH_LINUX_SEQLOCK_H
#define _FENCESMITH_LINUX_SEQLOCK_H
#include <asm/barrier.h>
#include <linux/spinlock.h>
/* A reader has the barrier for reads behind its first look at the count and before its second one, a writer that for writes inside of both of its
   steps. The kernel's own steps are plain, and annotated to be atomic. */
typedef struct seqcount {
    unsigned int sequence;
} seqcount_t;
#define SEQCNT_ZERO(name) { .sequence = 0 }
#define seqcount_init(count) ((void)((count)->sequence = 0))
#define raw_read_seqcount(count) \
    __extension__({ \
        unsigned int __sequence = READ_ONCE((count)->sequence); \
        smp_rmb(); \
        __sequence; \
    })
/* A writer that is at it is waited for. */
#define read_seqcount_begin(count) \
    __extension__({ \
        const seqcount_t *__count = (count); \
        unsigned int __begin; \
        while ((__begin = READ_ONCE(__count->sequence)) & 1) \
            cpu_relax(); \
        smp_rmb(); \
        __begin; \
    })
#define raw_read_seqcount_begin(count) read_seqcount_begin(count)
/* Who does not wait for it is sure to have to retry. */
#define raw_seqcount_begin(count) (raw_read_seqcount(count) & ~1u)
#define __read_seqcount_retry(count, start) (READ_ONCE((count)->sequence) != (start))
#define read_seqcount_retry(count, start) \
    __extension__({ \
        smp_rmb(); \
        __read_seqcount_retry(count, start); \
    })
#define __seqcount_step(count, by) WRITE_ONCE((count)->sequence, (count)->sequence + (by))
#define write_seqcount_begin(count) \
    do { \
        __seqcount_step(count, 1); \
        smp_wmb(); \
    } while (0)
#define write_seqcount_end(count) \
    do { \
        smp_wmb(); \
        __seqcount_step(count, 1); \
    } while (0)
#define raw_write_seqcount_begin(count) write_seqcount_begin(count)
#define raw_write_seqcount_end(count) write_seqcount_end(count)
#define write_seqcount_invalidate(count) \
    do { \
        smp_wmb(); \
        __seqcount_step(count, 2); \
    } while (0)
typedef struct {
    seqcount_t seqcount;
    spinlock_t lock;
} seqlock_t;
#define __SEQLOCK_UNLOCKED(name) { .seqcount = SEQCNT_ZERO(name), .lock = __SPIN_LOCK_UNLOCKED(name) }
#define DEFINE_SEQLOCK(name) seqlock_t name = __SEQLOCK_UNLOCKED(name)
#define seqlock_init(both) \
    do { \
        spin_lock_init(&(both)->lock); \
        seqcount_init(&(both)->seqcount); \
    } while (0)
#define read_seqbegin(both) read_seqcount_begin(&(both)->seqcount)
#define read_seqretry(both, start) read_seqcount_retry(&(both)->seqcount, start)
#define write_seqlock(both) \
    do { \
        spin_lock(&(both)->lock); \
        write_seqcount_begin(&(both)->seqcount); \
    } while (0)
#define write_sequnlock(both) \
    do { \
        write_seqcount_end(&(both)->seqcount); \
        spin_unlock(&(both)->lock); \
    } while (0)
#define write_seqlock_irqsave(both, flags) \
    do { \
        (flags) = 0; \
        write_seqlock(both); \
    } while (0)
#define write_sequnlock_irqrestore(both, flags) \
    do { \
        (void)(flags); \
        write_sequnlock(both); \
    } while (0)
#define read_seqlock_excl(both) spin_lock(&(both)->lock)
#define read_sequnlock_excl(both) spin_unlock(&(both)->lock)
#endif
