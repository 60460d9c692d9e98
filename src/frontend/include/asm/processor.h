#ifndef _FENCESMITH_ASM_PROCESSOR_H
#define _FENCESMITH_ASM_PROCESSOR_H
#include <asm/barrier.h>
#endif
