// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <threads.h>

thrd_t t;
int x;
int run(void *p) { x = 4; if (p) thrd_exit(-2); return 1; }
int main(void)
{
    int r;
    assert(thrd_create(&t, run, &t) == thrd_success);
    assert(!thrd_equal(t, thrd_current()));
    assert(thrd_join(t, &r) == thrd_success);
    assert(r == -2 && x == 4);
    return 0;
}
