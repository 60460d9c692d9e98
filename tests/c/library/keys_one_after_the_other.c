// verdict: sc safe, tso safe, pso safe
// As many keys as there may be at once were made in all, and there are still some.
#include <assert.h>
#include <pthread.h>

int main(void)
{
    for (int n = 0; n < 200; n++) {
        pthread_key_t key;
        assert(pthread_key_create(&key, 0) == 0);
        pthread_key_delete(key);
    }
    return 0;
}
