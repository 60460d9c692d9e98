// verdict: arm8 violation, riscv violation
// gcc: no
// Two of the threads that are created without end are enough.
#include <assert.h>
#include <pthread.h>

int inside;

void *enter(void *unused)
{
    inside++;
    assert(inside == 1);
    inside--;
    return unused;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, enter, 0);
}
