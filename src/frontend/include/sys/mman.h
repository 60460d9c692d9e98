#ifndef _FENCESMITH_SYS_MMAN_H
#define _FENCESMITH_SYS_MMAN_H
#include <stddef.h>
#include <sys/basic_types.h>
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
/* MAP_FIXED is not here: where a mapping lies nobody can choose. */
#define MAP_ANONYMOUS 32
#define MAP_ANON MAP_ANONYMOUS
#define MAP_NORESERVE 0x4000
#define MAP_LOCKED 0x2000
#define MAP_POPULATE 0x8000
#define MAP_STACK 0x20000
#define MAP_HUGETLB 0x40000
#define MAP_FAILED ((void *)-1)
#define MS_ASYNC 1
#define MS_INVALIDATE 2
#define MS_SYNC 4
#define MADV_NORMAL 0
#define MADV_RANDOM 1
#define MADV_SEQUENTIAL 2
#define MADV_WILLNEED 3
/* Nor MADV_DONTNEED and its like, which take away what is there. */
#define MADV_HUGEPAGE 14
#define MADV_NOHUGEPAGE 15
extern void *mmap(void *, size_t, int, int, int, off_t);
extern int munmap(void *, size_t);
extern int mprotect(void *, size_t, int);
extern int madvise(void *, size_t, int);
#define POSIX_MADV_NORMAL 0
#define POSIX_MADV_RANDOM 1
#define POSIX_MADV_SEQUENTIAL 2
#define POSIX_MADV_WILLNEED 3
/* Unlike MADV_DONTNEED it leaves what is there. */
#define POSIX_MADV_DONTNEED 4
extern int posix_madvise(void *, size_t, int);
extern int msync(void *, size_t, int);
extern int mlock(const void *, size_t);
extern int munlock(const void *, size_t);
#define MCL_CURRENT 1
#define MCL_FUTURE 2
extern int mlockall(int);
extern int munlockall(void);
#endif
