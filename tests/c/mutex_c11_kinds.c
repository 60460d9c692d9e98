// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <threads.h>

int main(void)
{
    mtx_t m, r;
    assert(mtx_init(&m, mtx_plain) == thrd_success);
    assert(mtx_init(&r, mtx_plain | mtx_recursive) == thrd_success);
    assert(mtx_lock(&m) == thrd_success);
    assert(mtx_trylock(&m) == thrd_busy);
    assert(mtx_lock(&r) == thrd_success && mtx_lock(&r) == thrd_success);
    mtx_unlock(&r);
    mtx_unlock(&r);
    mtx_unlock(&m);
    mtx_destroy(&m);
    mtx_destroy(&r);
    return 0;
}
