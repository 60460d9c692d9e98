/* FreeBSD's kernel assertions. */
#include <assert.h>
#define KASSERT(condition, message) assert(condition)
#define MPASS(condition) assert(condition)
