#ifndef _FENCESMITH_LINUX_BUG_H
#define _FENCESMITH_LINUX_BUG_H
extern void __fencesmith_assert(int holds, const char *text);
#define BUG_ON(condition) __fencesmith_assert(!(condition), "!(" #condition ")")
#define BUG() __fencesmith_assert(0, "BUG()")
#define WARN_ON(condition) \
    __extension__({ \
        int __warned = !!(condition); \
        __fencesmith_assert(!__warned, "!(" #condition ")"); \
        __warned; \
    })
#define WARN_ON_ONCE(condition) WARN_ON(condition)
#endif
