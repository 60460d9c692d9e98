#ifndef _FENCESMITH_STRING_H
#define _FENCESMITH_STRING_H
#include <sys/cdefs.h>
#include <stddef.h>
#include <strings.h>
extern void *memcpy(void *, const void *, size_t);
extern void *mempcpy(void *, const void *, size_t);
extern void *memmove(void *, const void *, size_t);
extern void *memset(void *, int, size_t);
extern int memcmp(const void *, const void *, size_t);
extern void *memchr(const void *, int, size_t);
extern size_t strlen(const char *);
extern size_t strnlen(const char *, size_t);
extern char *strcpy(char *, const char *);
extern char *stpcpy(char *, const char *);
extern char *strncpy(char *, const char *, size_t);
extern char *strcat(char *, const char *);
extern char *strncat(char *, const char *, size_t);
extern int strcmp(const char *, const char *);
extern int strncmp(const char *, const char *, size_t);
extern int strcoll(const char *, const char *);
extern char *strchr(const char *, int);
extern char *strrchr(const char *, int);
extern char *strstr(const char *, const char *);
extern char *strcasestr(const char *, const char *);
extern char *strpbrk(const char *, const char *);
extern size_t strspn(const char *, const char *);
extern size_t strcspn(const char *, const char *);
extern char *strtok(char *, const char *);
extern char *strtok_r(char *, const char *, char **);
extern char *strdup(const char *);
extern char *strndup(const char *, size_t);
#define strdupa(text) \
    (__extension__({ \
        const char *__text = (text); \
        size_t __size = strlen(__text) + 1; \
        (char *)memcpy(__builtin_alloca(__size), __text, __size); \
    }))
#define strndupa(text, most) \
    (__extension__({ \
        const char *__text = (text); \
        size_t __size = strnlen(__text, (most)); \
        char *__copy = (char *)__builtin_alloca(__size + 1); \
        __copy[__size] = 0; \
        (char *)memcpy(__copy, __text, __size); \
    }))
extern char *strerror(int);
extern char *strchrnul(const char *, int);
extern void *rawmemchr(const void *, int);
extern void *memrchr(const void *, int, size_t);
extern void *memccpy(void *, const void *, int, size_t);
extern void *memmem(const void *, size_t, const void *, size_t);
extern char *stpncpy(char *, const char *, size_t);
extern char *strsep(char **, const char *);
#endif
