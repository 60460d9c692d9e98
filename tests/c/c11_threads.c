// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

mtx_t lock;
int counter;
atomic_int tries;
thread_local int own;

static int add(void *argument)
{
    int by = *(int *)argument;
    mtx_lock(&lock);
    counter += by;
    mtx_unlock(&lock);
    own += by;
    if (mtx_trylock(&lock) == thrd_success) {
        counter++;
        atomic_fetch_add(&tries, 1);
        mtx_unlock(&lock);
    }
    if (by == 2)
        thrd_exit(own + 10);
    return own;
}

int main(void)
{
    thrd_t a, b;
    int one = 1, two = 2, ra, rb;
    assert(mtx_init(&lock, mtx_plain) == thrd_success);
    assert(thrd_create(&a, add, &one) == thrd_success);
    assert(thrd_create(&b, add, &two) == thrd_success);
    thrd_join(a, &ra);
    thrd_join(b, &rb);
    assert(ra == 1 && rb == 12 && own == 0);
    assert(counter == 3 + tries);
    mtx_destroy(&lock);
    return 0;
}
