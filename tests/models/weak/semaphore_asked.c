// verdict: rc11 violation, arm8 violation, power violation, riscv violation
// Who finds no unit has not seen what the one who took it wrote before.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int x;
static sem_t semaphore;

static void *taker(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    sem_wait(&semaphore);
    return unused;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 1);
    pthread_create(&thread, NULL, taker, NULL);
    if (sem_trywait(&semaphore) != 0)
        assert(atomic_load_explicit(&x, memory_order_relaxed) == 1);
    pthread_join(thread, NULL);
    return 0;
}
