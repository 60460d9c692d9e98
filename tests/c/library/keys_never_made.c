// verdict: sc violation, tso violation, pso violation
// property: mutex misuse
// A key that nobody has made keeps nothing: gcc's program fails.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;

int main(void)
{
    pthread_setspecific(key, &key);
    assert(pthread_getspecific(key) == &key);
    return 0;
}
