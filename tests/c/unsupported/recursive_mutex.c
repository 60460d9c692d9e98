// error: 12:5 recursive
#include <assert.h>
#include <pthread.h>

int main(void)
{
    pthread_mutex_t lock;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    int type = PTHREAD_MUTEX_RECURSIVE;
    assert(type);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attributes);
    return 0;
}
