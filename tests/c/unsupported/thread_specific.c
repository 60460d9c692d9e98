// error: 9:5 thread-specific
#include <assert.h>
#include <pthread.h>

pthread_key_t key;

int main(void)
{
    pthread_key_create(&key, 0);
    assert(1);
    return 0;
}
