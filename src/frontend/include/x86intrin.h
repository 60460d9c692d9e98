#ifndef _FENCESMITH_X86INTRIN_H
#define _FENCESMITH_X86INTRIN_H
#include <emmintrin.h>
#endif
