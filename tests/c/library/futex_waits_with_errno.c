// verdict: sc safe, tso safe, pso safe, rc11 safe
// A futex is waited for until it says that it has changed.
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
    __atomic_store_n(&word, 0, __ATOMIC_RELEASE);
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
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    assert(data == 1);
    pthread_join(thread, NULL);
    return 0;
}
