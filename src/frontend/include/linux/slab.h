#ifndef _FENCESMITH_LINUX_SLAB_H
#define _FENCESMITH_LINUX_SLAB_H
#include <stdlib.h>
#define GFP_KERNEL 0
#define GFP_ATOMIC 0
typedef unsigned int gfp_t;
#define kmalloc(size, flags) malloc(size)
#define kzalloc(size, flags) calloc(1, size)
#define kfree(pointer) free((void *)(pointer))
#endif
