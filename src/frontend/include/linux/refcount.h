#ifndef _FENCESMITH_LINUX_REFCOUNT_H
#define _FENCESMITH_LINUX_REFCOUNT_H
#include <linux/atomic.h>
#include <linux/bug.h>
/* The orders are those of Documentation/core-api/refcount-vs-atomic.rst: who takes a reference orders nothing but by what it goes on to do, who
   gives one releases, and who gives the last one acquires as well. Where the kernel warns, and lets the count be at its limit from then
   on, the warning is what is violated. */
typedef struct refcount_struct {
    atomic_t refs;
} refcount_t;
#define REFCOUNT_INIT(count) { .refs = ATOMIC_INIT(count) }
#define refcount_set(count, value) atomic_set(&(count)->refs, value)
#define refcount_set_release(count, value) atomic_set_release(&(count)->refs, value)
#define refcount_read(count) ((unsigned int)atomic_read(&(count)->refs))
static inline void refcount_add(int value, refcount_t *count)
{
    int old = atomic_fetch_add_relaxed(value, &count->refs);
    WARN_ON(old == 0);
    WARN_ON(old < 0 || old + value < 0);
}
static inline _Bool refcount_add_not_zero(int value, refcount_t *count)
{
    int old = refcount_read(count);
    do {
        if (!old)
            return 0;
    } while (!atomic_try_cmpxchg_relaxed(&count->refs, &old, old + value));
    WARN_ON(old < 0 || old + value < 0);
    return 1;
}
static inline _Bool refcount_add_not_zero_acquire(int value, refcount_t *count)
{
    int old = refcount_read(count);
    do {
        if (!old)
            return 0;
    } while (!atomic_try_cmpxchg_acquire(&count->refs, &old, old + value));
    WARN_ON(old < 0 || old + value < 0);
    return 1;
}
static inline _Bool refcount_sub_and_test(int value, refcount_t *count)
{
    int old = atomic_fetch_sub_release(value, &count->refs);
    if (old > 0 && old == value) {
        smp_acquire__after_ctrl_dep();
        return 1;
    }
    WARN_ON(old <= 0 || old - value < 0);
    return 0;
}
static inline void refcount_dec(refcount_t *count)
{
    WARN_ON(atomic_fetch_sub_release(1, &count->refs) <= 1);
}
static inline _Bool refcount_dec_if_one(refcount_t *count)
{
    int wanted = 1;
    return atomic_try_cmpxchg_release(&count->refs, &wanted, 0);
}
static inline _Bool refcount_dec_not_one(refcount_t *count)
{
    int old = refcount_read(count);
    do {
        if (old == 1)
            return 0;
        WARN_ON(old <= 0);
    } while (!atomic_try_cmpxchg_release(&count->refs, &old, old - 1));
    return 1;
}
#define refcount_inc(count) refcount_add(1, count)
#define refcount_inc_not_zero(count) refcount_add_not_zero(1, count)
#define refcount_inc_not_zero_acquire(count) refcount_add_not_zero_acquire(1, count)
#define refcount_dec_and_test(count) refcount_sub_and_test(1, count)
#endif
