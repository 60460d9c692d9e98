#ifndef _FENCESMITH_MALLOC_H
#define _FENCESMITH_MALLOC_H
#include <stdio.h>
#include <stdlib.h>
extern void *memalign(size_t, size_t);
extern size_t malloc_usable_size(void *);
#endif
