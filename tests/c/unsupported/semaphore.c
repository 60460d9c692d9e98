// error: 9:5 semaphore
#include <assert.h>
#include <semaphore.h>

sem_t free_places;

int main(void)
{
    sem_post(&free_places);
    assert(1);
    return 0;
}
