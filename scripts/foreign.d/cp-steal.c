// The owner and a thief of sysprog21's work-stealing deque: an item is taken once, with what was written into it.
#define main their_main
#include "work-steal/work-steal.c"
#undef main

static deque_t deque;
static int taken;

static void note(work_t *work)
{
    if (work == EMPTY || work == ABORT)
        return;
    assert(work->join_count == 1);
    __atomic_fetch_add(&taken, 1, __ATOMIC_RELAXED);
}

static void *owner(void *unused)
{
    (void)unused;
    work_t *work = malloc(sizeof(work_t));
    work->code = NULL;
    work->join_count = 1;
    push(&deque, work);
    note(take(&deque));
    return NULL;
}

static void *thief(void *unused)
{
    (void)unused;
    note(steal(&deque));
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    init(&deque, 2);
    pthread_create(&a, NULL, owner, NULL);
    pthread_create(&b, NULL, thief, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(taken == 1);
    return 0;
}
