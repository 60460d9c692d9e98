#ifndef _FENCESMITH_SIGNAL_H
#define _FENCESMITH_SIGNAL_H
#include <sys/basic_types.h>
#include <time.h>
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
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGPROF 27
#define SIGIO 29
#define SIGSYS 31
#define NSIG 65
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_NOCLDSTOP 1
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#if __has_include(<bits/types/__sigval_t.h>)
#include <bits/types/__sigval_t.h>
#else
union sigval {
    int sival_int;
    void *sival_ptr;
};
#endif
#ifndef __siginfo_t_defined
#define __siginfo_t_defined 1
typedef struct {
    int si_signo, si_errno, si_code, __gap;
    union {
        struct {
            int __process, __user;
            union sigval __value;
        } __sent;
        struct {
            int __process, __user, __status;
        } __child;
        struct {
            void *__address;
        } __fault;
        struct {
            long __band;
            int __file;
        } __poll;
        int __reserved[28];
    } __more;
} siginfo_t;
#define si_pid __more.__sent.__process
#define si_uid __more.__sent.__user
#define si_value __more.__sent.__value
#define si_int __more.__sent.__value.sival_int
#define si_ptr __more.__sent.__value.sival_ptr
#define si_status __more.__child.__status
#define si_addr __more.__fault.__address
#define si_band __more.__poll.__band
#define si_fd __more.__poll.__file
#endif
struct sigaction {
    union {
        sighandler_t __plain;
        void (*__informed)(int, siginfo_t *, void *);
    } __handler;
    sigset_t sa_mask;
    int sa_flags;
    void (*sa_restorer)(void);
};
#define sa_handler __handler.__plain
#define sa_sigaction __handler.__informed
extern sighandler_t signal(int, sighandler_t);
extern int sigaction(int, const struct sigaction *, struct sigaction *);
extern int sigemptyset(sigset_t *);
extern int sigfillset(sigset_t *);
extern int sigaddset(sigset_t *, int);
extern int sigdelset(sigset_t *, int);
extern int sigismember(const sigset_t *, int);
extern int sigprocmask(int, const sigset_t *, sigset_t *);
extern int pthread_sigmask(int, const sigset_t *, sigset_t *);
extern int pthread_kill(unsigned long, int);
extern int raise(int);
extern int kill(pid_t, int);
#endif
