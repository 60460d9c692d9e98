// verdict: sc violation, tso violation, pso violation, rc11 violation
// Whether the loop ever asks for the flag hangs on a parameter, though each way out of it comes by the question.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
atomic_int data;
static void wait_for(int on, int value)
{
    while (1) {
        if (!on)
            continue;
        if (atomic_load(&flag) == value)
            break;
    }
}
static void *sets(void *p)
{
    atomic_store(&flag, 1);
    atomic_store(&data, 1);
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, sets, 0);
    wait_for(1, 1);
    assert(atomic_load(&data) == 1);
    return 0;
}
