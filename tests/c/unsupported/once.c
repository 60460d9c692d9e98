// error: 14:5 one-time initialisation
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;

static void prepare(void)
{
}

int main(void)
{
    int x = 1;
    pthread_once(&once, prepare);
    assert(x);
    return 0;
}
