#ifndef _FENCESMITH_SYS_SELECT_H
#define _FENCESMITH_SYS_SELECT_H
#include <sys/cdefs.h>
/* The guards have the system's names, so that a system header read later does not define these again. */
#ifndef __timeval_defined
#define __timeval_defined 1
struct timeval {
    long tv_sec;
    long tv_usec;
};
#endif
#define FD_SETSIZE 1024
typedef struct {
    unsigned long __bits[FD_SETSIZE / 64];
} fd_set;
#define FD_ZERO(set) ((void)__builtin_memset((set), 0, sizeof(fd_set)))
#define FD_SET(file, set) ((void)((set)->__bits[(file) / 64] |= 1ul << ((file) % 64)))
#define FD_CLR(file, set) ((void)((set)->__bits[(file) / 64] &= ~(1ul << ((file) % 64))))
#define FD_ISSET(file, set) (((set)->__bits[(file) / 64] >> ((file) % 64) & 1) != 0)
extern int select(int, fd_set *, fd_set *, fd_set *, struct timeval *);
#endif
