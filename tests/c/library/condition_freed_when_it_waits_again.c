// verdict: sc violation, tso violation, pso violation
// property: access after free
// gcc: no, the thread waits for good
// The same with memory that is freed, and C11's functions.
#include <stdlib.h>
#include <threads.h>

static cnd_t *condition;
static mtx_t mutex;
static int ready, waiting;

static int waits(void *argument)
{
    cnd_t *own = condition;
    mtx_lock(&mutex);
    waiting = 1;
    while (!ready) {
        (void)argument;
        cnd_wait(own, &mutex);
    }
    mtx_unlock(&mutex);
    return 0;
}
int main(void)
{
    thrd_t thread;
    mtx_init(&mutex, mtx_plain);
    condition = malloc(sizeof *condition);
    cnd_init(condition);
    thrd_create(&thread, waits, 0);
    mtx_lock(&mutex);
    if (waiting)
        free(condition);
    mtx_unlock(&mutex);
    thrd_join(thread, 0);
    return 0;
}
