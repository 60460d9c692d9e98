// verdict: sc safe, tso safe, pso safe
// No signal comes.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

static volatile sig_atomic_t stop;

static void stops(int number)
{
    stop = number;
}

int main(void)
{
    struct sigaction action, old;
    sigset_t set;
    int state;
    assert(signal(SIGINT, stops) == SIG_DFL && signal(SIGINT, SIG_IGN) == stops && signal(SIGKILL, stops) == SIG_ERR);
    memset(&action, 0, sizeof action);
    action.sa_handler = stops;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    assert(sigaction(SIGTERM, &action, 0) == 0 && sigaction(SIGTERM, 0, &old) == 0 && old.sa_handler == stops);
    sigfillset(&set);
    assert(sigismember(&set, SIGUSR1) == 1 && sigdelset(&set, SIGUSR1) == 0 && sigismember(&set, SIGUSR1) == 0);
    assert(sigaddset(&set, SIGUSR1) == 0 && sigismember(&set, SIGUSR1) == 1);
    assert(pthread_sigmask(SIG_BLOCK, &set, 0) == 0 && sigprocmask(SIG_SETMASK, &set, 0) == 0);
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state) == 0 && state == PTHREAD_CANCEL_ENABLE);
    assert(pthread_setcancelstate(state, &state) == 0 && state == PTHREAD_CANCEL_DISABLE);
    assert(stop == 0);
    return 0;
}
