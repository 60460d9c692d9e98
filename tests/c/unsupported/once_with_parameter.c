// error: 13:5 running `init` once
// pthread_once calls a function without an argument.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void init(int a)
{
}

int main(void)
{
    pthread_once(&once, (void (*)(void))init);
    assert(1);
    return 0;
}
