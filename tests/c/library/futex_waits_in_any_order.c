// verdict: tso safe, arm8 violation
// gcc: no
// What is waited for on a futex was written without an order, and is read in any.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static int32_t word = -1;
static int data;

static void *waker(void *unused)
{
    data = 1;
    __atomic_store_n(&word, 0, __ATOMIC_RELAXED);
    syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
    return unused;
}

static void await(void)
{
    while (__atomic_load_n(&word, __ATOMIC_RELAXED) == -1) {
        if (!syscall(SYS_futex, &word, FUTEX_WAIT, -1, NULL, NULL, 0))
            continue;
        switch (errno) {
        case EAGAIN:
            return;
        case EINTR:
            break;
        default:
            assert(0);
        }
    }
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, waker, NULL);
    await();

    assert(data == 1);
    pthread_join(thread, NULL);
    return 0;
}
