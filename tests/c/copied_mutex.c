// verdict: sc violation, tso violation, pso violation
// property: mutex misused
// A copy of a mutex is none (POSIX: only the object itself may be used).
#include <pthread.h>

int main(void)
{
    pthread_mutex_t mutex, copy;
    pthread_mutex_init(&mutex, 0);
    copy = mutex;
    pthread_mutex_lock(&copy);
    pthread_mutex_unlock(&copy);
    return 0;
}
