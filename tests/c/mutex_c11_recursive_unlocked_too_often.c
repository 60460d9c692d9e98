// verdict: sc violation, tso violation, pso violation
// property: mutex misused
#include <assert.h>
#include <threads.h>

int main(void)
{
    mtx_t r;
    mtx_init(&r, mtx_recursive);
    mtx_lock(&r);
    mtx_unlock(&r);
    mtx_unlock(&r);
    assert(1);
    return 0;
}
