// verdict: sc safe, tso safe, pso safe
// Handlers run at pthread_exit, the last one first, and where they are asked to be when they are taken off.
#include <assert.h>
#include <pthread.h>

static int log_[4], length;

static void note(void *number)
{
    log_[length++] = (int)(long)number;
}
static void *worker(void *unused)
{
    pthread_cleanup_push(note, (void *)1);
    pthread_cleanup_push(note, (void *)2);
    pthread_cleanup_push(note, (void *)3);
    pthread_cleanup_pop(0);
    pthread_cleanup_push(note, (void *)4);
    pthread_cleanup_pop(1);
    pthread_exit(0);
    pthread_cleanup_pop(1);
    pthread_cleanup_pop(1);
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(length == 3 && log_[0] == 4 && log_[1] == 2 && log_[2] == 1);
    return 0;
}
