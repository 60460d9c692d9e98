// error: 11:5 this operation on a futex
#define _GNU_SOURCE
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

static int word;

int main(void)
{
    syscall(SYS_futex, &word, FUTEX_LOCK_PI, 0, 0, 0, 0);
    return 0;
}
