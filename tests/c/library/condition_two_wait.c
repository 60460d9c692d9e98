// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// Two threads wait for one item; `if` where `while` should be lets the second find nothing.
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t changed;
static int items;

static int take(void *unused)
{
    mtx_lock(&mutex);
    if (items == 0)
        cnd_wait(&changed, &mutex);
    items--;
    assert(items >= 0);
    mtx_unlock(&mutex);
    return 0;
}
int main(void)
{
    thrd_t a, b;
    mtx_init(&mutex, mtx_plain);
    cnd_init(&changed);
    thrd_create(&a, take, 0);
    thrd_create(&b, take, 0);
    mtx_lock(&mutex);
    items = 1;
    cnd_broadcast(&changed);
    mtx_unlock(&mutex);
    thrd_join(a, 0);
    thrd_join(b, 0);
    return 0;
}
