#ifndef _FENCESMITH_MEMORY_H
#define _FENCESMITH_MEMORY_H
#include <string.h>
#endif
