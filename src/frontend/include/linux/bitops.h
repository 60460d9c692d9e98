#ifndef _FENCESMITH_LINUX_BITOPS_H
#define _FENCESMITH_LINUX_BITOPS_H
#include <linux/atomic.h>
/* The orders are those of Documentation/atomic_bitops.txt: what gives no result orders nothing, what gives one orders everything, whichever it
   is; a lock of one bit acquires where it is taken, and giving it releases. Those with two underscores are plain. */
#define BITS_PER_LONG (8 * (int)sizeof(long))
#ifndef BIT
#define BIT(number) (1UL << (number))
#endif
#define BIT_MASK(number) (1UL << ((number) % BITS_PER_LONG))
#define BIT_WORD(number) ((number) / BITS_PER_LONG)
#define BITS_TO_LONGS(count) (((count) + BITS_PER_LONG - 1) / BITS_PER_LONG)
#define DECLARE_BITMAP(name, bits) unsigned long name[BITS_TO_LONGS(bits)]
#define __bit_word(number, words) ((unsigned long *)(words) + BIT_WORD(number))
#define __bit_update(function, number, words, value) \
    __fencesmith_in("NORETURN NoRet", \
                    __atomic_##function(__bit_word(number, words), value, __ATOMIC_RELAXED))
#define __bit_full(function, number, words, value) \
    __extension__({ \
        unsigned long __old_word = __atomic_##function(__bit_word(number, words), value, __ATOMIC_SEQ_CST); \
        smp_mb__after_atomic(); \
        (__old_word & BIT_MASK(number)) != 0; \
    })
#define set_bit(number, words) __bit_update(fetch_or, number, words, BIT_MASK(number))
#define clear_bit(number, words) __bit_update(fetch_and, number, words, ~BIT_MASK(number))
#define change_bit(number, words) __bit_update(fetch_xor, number, words, BIT_MASK(number))
#define test_and_set_bit(number, words) __bit_full(fetch_or, number, words, BIT_MASK(number))
#define test_and_clear_bit(number, words) __bit_full(fetch_and, number, words, ~BIT_MASK(number))
#define test_and_change_bit(number, words) __bit_full(fetch_xor, number, words, BIT_MASK(number))
#define test_bit(number, words) ((READ_ONCE(*__bit_word(number, words)) & BIT_MASK(number)) != 0)
#define test_bit_acquire(number, words) ((smp_load_acquire(__bit_word(number, words)) & BIT_MASK(number)) != 0)
/* Who sees that the bit is taken does not try to take it. */
static inline _Bool test_and_set_bit_lock(long number, volatile unsigned long *words)
{
    unsigned long *word = __bit_word(number, words);
    if (READ_ONCE(*word) & BIT_MASK(number))
        return 1;
    return (__atomic_fetch_or(word, BIT_MASK(number), __ATOMIC_ACQUIRE) & BIT_MASK(number)) != 0;
}
#define clear_bit_unlock(number, words) \
    ((void)__atomic_fetch_and(__bit_word(number, words), ~BIT_MASK(number), __ATOMIC_RELEASE))
#define __clear_bit_unlock(number, words) \
    __extension__({ \
        unsigned long __left = READ_ONCE(*__bit_word(number, words)) & ~BIT_MASK(number); \
        smp_store_release(__bit_word(number, words), __left); \
    })
#define __set_bit(number, words) ((void)(*__bit_word(number, words) |= BIT_MASK(number)))
#define __clear_bit(number, words) ((void)(*__bit_word(number, words) &= ~BIT_MASK(number)))
#define __change_bit(number, words) ((void)(*__bit_word(number, words) ^= BIT_MASK(number)))
#define __test_and_set_bit(number, words) \
    __extension__({ \
        _Bool __was_set = (*__bit_word(number, words) & BIT_MASK(number)) != 0; \
        __set_bit(number, words); \
        __was_set; \
    })
#define __test_and_clear_bit(number, words) \
    __extension__({ \
        _Bool __was_set = (*__bit_word(number, words) & BIT_MASK(number)) != 0; \
        __clear_bit(number, words); \
        __was_set; \
    })
#endif
