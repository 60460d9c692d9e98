// verdict: sc safe, tso violation, pso violation
// property: assertion violated
// Store buffering where the accesses are in functions called with pointers.
#include <assert.h>
#include <pthread.h>

int x, y, r0, r1;

static void put(int *p) { *p = 1; }
static int get(const int *p) { return *p; }
static int put_then_get(void (*store)(int *), int *p, int *q)
{
    store(p);
    return get(q);
}

static void *left(void *argument)
{
    r0 = put_then_get(put, &x, &y);
    return argument;
}

static void *right(void *argument)
{
    r1 = put_then_get(put, &y, &x);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r0 || r1);
    return 0;
}
