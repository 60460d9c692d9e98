#ifndef _FENCESMITH_IMMINTRIN_H
#define _FENCESMITH_IMMINTRIN_H
#include <emmintrin.h>
#endif
