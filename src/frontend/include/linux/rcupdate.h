#ifndef _FENCESMITH_LINUX_RCUPDATE_H
#define _FENCESMITH_LINUX_RCUPDATE_H
#include <asm/barrier.h>
/* What sections of readers and grace periods are the model's axioms say; models that know of none refuse to wait for one. */
#define rcu_read_lock() __asm__ __volatile__("rcu_read_lock" ::: "memory")
#define rcu_read_unlock() __asm__ __volatile__("rcu_read_unlock" ::: "memory")
#define synchronize_rcu() __asm__ __volatile__("synchronize_rcu" ::: "memory")
#define synchronize_rcu_expedited() synchronize_rcu()
#define rcu_dereference(pointer) READ_ONCE(pointer)
#define rcu_dereference_check(pointer, condition) READ_ONCE(pointer)
#define rcu_dereference_protected(pointer, condition) (pointer)
#define rcu_access_pointer(pointer) READ_ONCE(pointer)
/* Nothing is published with a constant zero, for which the kernel asks no order. */
#define rcu_assign_pointer(pointer, value) \
    __extension__({ \
        if (__builtin_constant_p(value) && (unsigned long)(value) == 0) \
            WRITE_ONCE(pointer, (__typeof__(pointer))(value)); \
        else \
            smp_store_release(&(pointer), value); \
    })
#define RCU_INIT_POINTER(pointer, value) WRITE_ONCE(pointer, value)
#define rcu_replace_pointer(pointer, value, condition) \
    __extension__({ \
        __typeof__(pointer) __old = (pointer); \
        rcu_assign_pointer(pointer, value); \
        __old; \
    })
#endif
