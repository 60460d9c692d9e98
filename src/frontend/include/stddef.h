#ifndef _FENCESMITH_STDDEF_H
#define _FENCESMITH_STDDEF_H
typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef int wchar_t;
typedef struct {
    long long __first;
    long double __second;
} max_align_t;
#undef NULL
#define NULL ((void *)0)
#undef offsetof
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
