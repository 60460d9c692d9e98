#ifndef _FENCESMITH_ALLOCA_H
#define _FENCESMITH_ALLOCA_H
#include <sys/cdefs.h>
#include <stddef.h>
#undef alloca
#define alloca(size) __builtin_alloca(size)
#endif
