// verdict: rc11 safe, arm8 safe, power safe, riscv safe
// Who takes two units sees what was written before each of them was posted.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static int data[2];
static sem_t semaphore;

static void *poster(void *argument)
{
    int *mine = argument;
    *mine = 1;
    sem_post(&semaphore);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    sem_init(&semaphore, 0, 0);
    pthread_create(&threads[0], NULL, poster, &data[0]);
    pthread_create(&threads[1], NULL, poster, &data[1]);
    sem_wait(&semaphore);
    sem_wait(&semaphore);
    assert(data[0] == 1 && data[1] == 1);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
