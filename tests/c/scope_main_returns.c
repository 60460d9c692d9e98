// verdict: sc safe, tso safe, pso safe
// gcc: no, the process may end before the thread has run
// When main returns, the process ends: the thread does not outlive the number.
#include <assert.h>
#include <pthread.h>

static void *reader(void *number) { return *(int *)number ? number : 0; }

int main(void)
{
    assert(1);
    pthread_t thread;
    int number = 1;
    pthread_create(&thread, 0, reader, &number);
    return 0;
}
