// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// POSIX leaves open in which order the destructors of several keys run.
#include <assert.h>
#include <pthread.h>

static pthread_key_t first, second;
static int gone;

static void drop_first(void *value)
{
    gone = value != 0;
}
static void drop_second(void *value)
{
    assert(gone && value);
}
static void *work(void *value)
{
    pthread_setspecific(first, value);
    pthread_setspecific(second, value);
    return 0;
}
int main(void)
{
    static int cell;
    pthread_t t;
    pthread_key_create(&first, drop_first);
    pthread_key_create(&second, drop_second);
    pthread_create(&t, 0, work, &cell);
    pthread_join(t, 0);
    return 0;
}
