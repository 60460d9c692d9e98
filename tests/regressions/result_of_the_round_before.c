// sc violation, tso violation, pso violation
// A loop that is left before its result is written again leaves the result of the round before.
#include <assert.h>
#include <pthread.h>
volatile int x, flag;
int result;
void *writer(void *unused)
{
    x = 1;
    x = 2;
    flag = 1;
    return 0;
}
static void look(int *into)
{
    for (;;) {
        if (flag) break;
        *into = x;
    }
}
int main(void)
{
    pthread_t p;
    pthread_create(&p, 0, writer, 0);
    look(&result);
    pthread_join(p, 0);
    assert(result != 1);
    return 0;
}
