// verdict: sc violation, tso violation, pso violation
// property: mutex misuse
// A variable that nobody has set is any key.
#include <pthread.h>

static void *first(void *argument)
{
    pthread_key_t *key = argument;
    pthread_setspecific(*key, argument);
    return 0;
}
int main(void)
{
    pthread_key_t key;
    pthread_t thread;
    pthread_create(&thread, 0, first, &key);
    pthread_join(thread, 0);
    return 0;
}
