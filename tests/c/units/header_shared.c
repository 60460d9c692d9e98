// verdict: sc safe, tso violation, pso violation
// repair: tso 1 fences 1 pairs, pso 1 fences 1 pairs
// options: tests/c/units/header_shared.part
// A function of a header is the same text in both units, so that one fence in it serves both.
#include <assert.h>
#include <pthread.h>
#include "header_shared.h"

int x, y, seen_x, seen_y;
void *other(void *);

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    seen_y = exchange(&x, &y);
    pthread_join(thread, 0);
    assert(seen_x || seen_y);
    return 0;
}
