// verdict: sc safe, tso safe, pso safe
// A spin lock from atomic_flag.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_flag lock = ATOMIC_FLAG_INIT;
int counter;

static void *run(void *argument)
{
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
        ;
    counter++;
    atomic_flag_clear_explicit(&lock, memory_order_release);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    run(0);
    pthread_join(t, 0);
    assert(counter == 2);
    assert(!atomic_flag_test_and_set(&lock) && atomic_flag_test_and_set(&lock));
    atomic_flag_clear(&lock);
    assert(!atomic_flag_test_and_set(&lock));
    return 0;
}
