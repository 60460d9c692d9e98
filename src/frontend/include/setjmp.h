#ifndef _FENCESMITH_SETJMP_H
#define _FENCESMITH_SETJMP_H
#include <sys/cdefs.h>
typedef struct {
    long __registers[8];
    long __mask[17];
} jmp_buf[1];
typedef jmp_buf sigjmp_buf;
extern int setjmp(jmp_buf);
extern int sigsetjmp(sigjmp_buf, int);
extern void longjmp(jmp_buf, int) __attribute__((__noreturn__));
extern void siglongjmp(sigjmp_buf, int) __attribute__((__noreturn__));
#endif
