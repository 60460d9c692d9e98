// error: 9:9 the address of the library function `pthread_mutex_timedlock`
#include <pthread.h>
#include <time.h>

extern int pthread_mutex_timedlock(pthread_mutex_t *, const struct timespec *) __attribute__((weak));

int main(void)
{
    if (pthread_mutex_timedlock)
        return 1;
    return 0;
}
