// verdict: sc violation
// property: assertion violated
// Who is moved to another futex counts beside who is woken.
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

static int word, other;

int main(void)
{
    assert(syscall(SYS_futex, &word, FUTEX_CMP_REQUEUE, 1, 8l, &other, 0) <= 1);
    return 0;
}
