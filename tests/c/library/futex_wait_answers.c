// verdict: sc violation
// property: assertion violated
// A wait at a futex may end without a wake-up, and then says 0: the word has to be looked at again.
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int ready;

static void *wait(void *unused)
{
    if (!__atomic_load_n(&ready, __ATOMIC_SEQ_CST) && syscall(SYS_futex, &ready, FUTEX_WAIT, 0, 0, 0, 0) == 0)
        assert(__atomic_load_n(&ready, __ATOMIC_SEQ_CST));
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, wait, 0);
    __atomic_store_n(&ready, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &ready, FUTEX_WAKE, 1, 0, 0, 0);
    pthread_join(thread, 0);
    return 0;
}
