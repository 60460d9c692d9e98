// safe
#include <assert.h>
#include <pthread.h>

static void *square(void *number)
{
    int n = (int)(long)number;
    return (void *)(long)(n * n);
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, square, (void *)7);
    pthread_join(thread, &result);
    assert((int)(long)result == 49);
    return 0;
}
