// verdict: sc safe, tso safe, pso violation
// property: assertion violated
// Message passing of a pointer to a struct that was just filled in.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct message {
    int head, tail;
};
struct message *volatile published;
int r0 = 1, r1 = 2;

static void *left(void *argument)
{
    struct message *m = malloc(sizeof *m);
    m->head = 1;
    m->tail = 2;
    published = m;
    return argument;
}

static void *right(void *argument)
{
    struct message *m = published;
    if (m) {
        r0 = m->head;
        r1 = m->tail;
    }
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r0 == 1 && r1 == 2);
    return 0;
}
