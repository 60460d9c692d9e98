#ifndef _FENCESMITH_WCHAR_H
#define _FENCESMITH_WCHAR_H
#include <sys/cdefs.h>
#include <stddef.h>
#include <stdint.h>
/* The guards have the system's names, so that a system header read later does not define these again. */
#ifndef __wint_t_defined
#define __wint_t_defined 1
typedef unsigned int wint_t;
#endif
#ifndef __mbstate_t_defined
#define __mbstate_t_defined 1
typedef struct {
    int __count;
    unsigned int __value;
} mbstate_t;
#endif
#define WEOF 4294967295U
extern size_t wcslen(const wchar_t *);
extern int wcscmp(const wchar_t *, const wchar_t *);
extern wchar_t *wcscpy(wchar_t *, const wchar_t *);
extern wchar_t *wmemcpy(wchar_t *, const wchar_t *, size_t);
extern wchar_t *wmemset(wchar_t *, wchar_t, size_t);
extern int wprintf(const wchar_t *, ...);
#endif
