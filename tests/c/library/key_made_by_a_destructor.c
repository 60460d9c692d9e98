// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// A destructor makes another key and sets it: that one's destructor runs in the next round.
#include <assert.h>
#include <pthread.h>

static pthread_key_t first, second;

static void drop(void *value)
{
    assert(!value);
}
static void make(void *value)
{
    pthread_key_create(&second, drop);
    pthread_setspecific(second, value);
}
static void *work(void *value)
{
    pthread_setspecific(first, value);
    return 0;
}
int main(void)
{
    static int cell;
    pthread_t t;
    pthread_key_create(&first, make);
    pthread_create(&t, 0, work, &cell);
    pthread_join(t, 0);
    return 0;
}
