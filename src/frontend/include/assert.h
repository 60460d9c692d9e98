/* No guard: assert changes its meaning with NDEBUG each time this file is included. */
#include <sys/cdefs.h>
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
extern void __fencesmith_assert(int holds, const char *text);
#define assert(condition) __fencesmith_assert((condition) != 0, #condition)
#endif
#undef static_assert
#define static_assert _Static_assert
