/* What buf_ring uses of FreeBSD's sys/param.h and of the headers that it includes. */
#include <stddef.h>
#include <stdint.h>
#ifndef __aligned
#define __aligned(bytes) __attribute__((aligned(bytes)))
#endif
#define CACHE_LINE_SIZE 64
#define critical_enter() ((void)0)
#define critical_exit() ((void)0)
#ifndef __predict_false
#define __predict_false(condition) (condition)
#define __predict_true(condition) (condition)
#endif
#define powerof2(x) ((((x) - 1) & (x)) == 0)
