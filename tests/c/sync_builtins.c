// verdict: sc safe, tso safe, pso safe
// The __sync_* family: values in one thread, then a lock.
#include <assert.h>
#include <pthread.h>

int x = 1, lock, counter;
unsigned short s = 65535;

static void *run(void *argument)
{
    while (__sync_lock_test_and_set(&lock, 1))
        while (*(volatile int *)&lock)
            ;
    counter++;
    __sync_lock_release(&lock);
    return argument;
}

int main(void)
{
    assert(__sync_fetch_and_add(&x, 4) == 1 && __sync_add_and_fetch(&x, 1) == 6);
    assert(__sync_fetch_and_sub(&x, 1) == 6 && __sync_sub_and_fetch(&x, 2) == 3);
    assert(__sync_fetch_and_or(&x, 4) == 3 && __sync_or_and_fetch(&x, 8) == 15);
    assert(__sync_fetch_and_and(&x, 14) == 15 && __sync_and_and_fetch(&x, 7) == 6);
    assert(__sync_fetch_and_xor(&x, 3) == 6 && __sync_xor_and_fetch(&x, 1) == 4);
    assert(__sync_fetch_and_nand(&x, 4) == 4 && __sync_nand_and_fetch(&x, 1) == -2);
    assert(__sync_bool_compare_and_swap(&x, -2, 9) && !__sync_bool_compare_and_swap(&x, -2, 10));
    assert(__sync_val_compare_and_swap(&x, 9, 11) == 9 && __sync_val_compare_and_swap(&x, 9, 12) == 11);
    assert(__sync_add_and_fetch(&s, 1) == 0);
    __sync_synchronize();
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    run(0);
    pthread_join(t, 0);
    assert(counter == 2 && lock == 0);
    return 0;
}
