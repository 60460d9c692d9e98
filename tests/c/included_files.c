// verdict: sc safe, tso violation, pso violation
// property: assertion violated
// The accesses are written in included files.
#include "include/shared.h"
#include "include/shared.h"
#include <assert.h>
#include <pthread.h>

#include "include/worker.c"

int x, y;

int main(void)
{
    pthread_t t;
    int theirs = 0, mine;
    pthread_create(&t, 0, worker, &theirs);
    publish(&x);
    mine = OBSERVE(&y);
    pthread_join(t, 0);
    assert(mine || theirs);
    return 0;
}
