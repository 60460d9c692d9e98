#ifndef _FENCESMITH_XMMINTRIN_H
#define _FENCESMITH_XMMINTRIN_H
#include <emmintrin.h>
#endif
