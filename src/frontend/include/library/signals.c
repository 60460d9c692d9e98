/* Signals never come: what is to run then, and what keeps them away, has no effect but on what is asked for later. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

#define LAST 64

extern void __VERIFIER_nondet_memory(void *, size_t);

static void (*handlers[LAST + 1])(int);

sighandler_t signal(int number, sighandler_t handler)
{
    if (number < 1 || number > LAST || number == SIGKILL || number == SIGSTOP) {
        errno = EINVAL;
        return SIG_ERR;
    }
    return __atomic_exchange_n(&handlers[number], handler, __ATOMIC_RELAXED);
}
int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    sighandler_t before;
    if (number < 1 || number > LAST || (action && (number == SIGKILL || number == SIGSTOP))) {
        errno = EINVAL;
        return -1;
    }
    if (action)
        before = __atomic_exchange_n(&handlers[number], action->sa_handler, __ATOMIC_RELAXED);
    else
        before = __atomic_load_n(&handlers[number], __ATOMIC_RELAXED);
    if (old) {
        /* With which flags and mask is not kept. */
        __VERIFIER_nondet_memory(old, sizeof *old);
        old->sa_handler = before;
    }
    return 0;
}
int sigemptyset(sigset_t *set)
{
    memset(set, 0, sizeof *set);
    return 0;
}
int sigfillset(sigset_t *set)
{
    memset(set, 255, sizeof *set);
    return 0;
}
static int is_signal(int number)
{
    if (number >= 1 && number <= LAST)
        return 1;
    errno = EINVAL;
    return 0;
}
int sigaddset(sigset_t *set, int number)
{
    if (!is_signal(number))
        return -1;
    ((unsigned char *)set)[(number - 1) / 8] |= 1 << (number - 1) % 8;
    return 0;
}
int sigdelset(sigset_t *set, int number)
{
    if (!is_signal(number))
        return -1;
    ((unsigned char *)set)[(number - 1) / 8] &= ~(1 << (number - 1) % 8);
    return 0;
}
int sigismember(const sigset_t *set, int number)
{
    if (!is_signal(number))
        return -1;
    return ((const unsigned char *)set)[(number - 1) / 8] >> (number - 1) % 8 & 1;
}
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
        return EINVAL;
    if (old)
        __VERIFIER_nondet_memory(old, sizeof *old);
    return 0;
}
int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    if (pthread_sigmask(how, set, old) == 0)
        return 0;
    errno = EINVAL;
    return -1;
}
