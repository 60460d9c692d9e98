// verdict: sc violation, tso violation, pso violation
// property: mutex misused
// gcc: no, what a copy does is undefined
#include <pthread.h>

struct queue {
    pthread_cond_t changed;
    int length;
};

int main(void)
{
    struct queue queue = {.changed = PTHREAD_COND_INITIALIZER}, *other = &(struct queue){0};
    pthread_cond_signal(&queue.changed);
    *other = queue;
    pthread_cond_broadcast(&other->changed);
    return 0;
}
