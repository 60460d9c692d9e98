// error: 9:5 barrier
#include <assert.h>
#include <pthread.h>

pthread_barrier_t meeting;

int main(void)
{
    pthread_barrier_init(&meeting, 0, 1);
    assert(1);
    return 0;
}
