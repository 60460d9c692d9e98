// verdict: sc safe, tso violation, pso violation
// property: assertion violated
// A load in every place of the grammar where a fence must find room: bodies without braces, conditions, loop
// steps, initialisers, returns, arguments, labels.
#include <assert.h>
#include <pthread.h>

volatile int x, y, done;
int r[10];

static int observe(volatile int *p) { return *p; }

static void *other(void *argument)
{
    y = 1;
    if (observe(&x))
        done = 1;
    else
        r[0] = 1;
    return argument;
}

static int last(void)
{
    x = 1;
    return y;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    x = 1;
    int first = y;
    if (first)
        r[1] = y;
    else if (y)
        r[2] = y;
    for (int i = 0; i < 1 && !y; i += 1 + y)
        r[3] = y;
    do
        r[4] += y;
    while (0);
    switch (y)
    case 0:
        r[5] = y ? 1 : y;
    goto out;
out:
    r[6] = y;
    r[7] = observe(y ? &y : &x) && y;
    r[8] = ({ x = 1; y; });
    r[9] = last();
    pthread_join(t, 0);
    assert(first || !r[0]);
    return 0;
}
