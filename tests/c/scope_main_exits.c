// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
// The process goes on without the thread of main, whose variables are gone.
#include <assert.h>
#include <pthread.h>

static void *reader(void *number) { return *(int *)number ? number : 0; }

int main(void)
{
    assert(1);
    pthread_t thread;
    int number = 1;
    pthread_create(&thread, 0, reader, &number);
    pthread_exit(0);
}
