// verdict: sc violation, tso violation, pso violation
// gcc: no, it has no end where the other thread comes too late
// Beside bits that nobody has set a counter changes, so that the iterations of the loop differ.
#include <assert.h>
#include <pthread.h>

volatile int flag;

static void *wait(void *argument)
{
    struct {
        unsigned char unset : 4;
        unsigned char count : 4;
    } waited;
    waited.count = 0;
    while (!flag) {
        waited.count++;
        assert(waited.count != 3);
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, wait, 0);
    flag = 1;
    pthread_join(thread, 0);
    return 0;
}
