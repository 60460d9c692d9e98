#ifndef _FENCESMITH_SIGNAL_H
#define _FENCESMITH_SIGNAL_H
#include <sys/types.h>
typedef int sig_atomic_t;
/* The guard has the system's name, so that a system header read later does not define it again. */
#ifndef __sigset_t_defined
#define __sigset_t_defined 1
typedef struct {
    unsigned long __bits[16];
} sigset_t;
#endif
typedef void (*sighandler_t)(int);
#define SIG_DFL ((sighandler_t)0)
#define SIG_IGN ((sighandler_t)1)
#define SIG_ERR ((sighandler_t)-1)
#define SIGINT 2
#define SIGILL 4
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGALRM 14
#define SIGTERM 15
extern sighandler_t signal(int, sighandler_t);
extern int raise(int);
extern int kill(pid_t, int);
#endif
