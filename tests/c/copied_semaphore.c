// verdict: sc violation, tso violation, pso violation
// property: mutex misused
#include <pthread.h>
#include <semaphore.h>

int main(void)
{
    sem_t semaphore, semaphores[2];
    sem_init(&semaphore, 0, 1);
    semaphores[1] = semaphore;
    sem_wait(&semaphores[1]);
    return 0;
}
