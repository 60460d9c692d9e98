// verdict: sc safe, tso violation, pso violation
// property: assertion violated
// Store buffering on members of one struct behind a pointer.
#include <assert.h>
#include <pthread.h>

struct flags {
    int x, y;
} flags, *f = &flags;
int r[2];

static void *left(void *argument)
{
    f->x = 1;
    r[0] = f->y;
    return argument;
}

static void *right(void *argument)
{
    f->y = 1;
    r[1] = f->x;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r[0] || r[1]);
    return 0;
}
