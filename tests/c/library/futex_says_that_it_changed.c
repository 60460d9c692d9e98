// verdict: sc safe
// A wait for a word that holds something else does not sleep, and says so.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

static int word = 1;

int main(void)
{
    assert(syscall(SYS_futex, &word, FUTEX_WAIT, 0, 0, 0, 0) == -1 && errno == EAGAIN);
    long woken = syscall(SYS_futex, &word, FUTEX_WAKE, 2, 0, 0, 0);
    assert(woken >= 0 && woken <= 2);
    return 0;
}
