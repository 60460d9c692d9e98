// verdict: sc safe, tso violation, pso violation
// property: assertion violated
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>

static volatile int x, y;
static int seen[2];

static void exchange(int thread, ...)
{
    va_list list;
    va_start(list, thread);
    volatile int *mine = va_arg(list, volatile int *);
    volatile int *other = va_arg(list, volatile int *);
    *mine = va_arg(list, int);
    seen[thread] = *other;
    va_end(list);
}

static void *run(void *unused)
{
    exchange(1, &y, &x, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    exchange(0, &x, &y, 1);
    pthread_join(thread, 0);
    assert(seen[0] || seen[1]);
    return 0;
}
