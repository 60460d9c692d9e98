// verdict: sc safe, tso safe, pso safe
// Threads in loops, with arguments and return values; what a thread wrote is seen after the join.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define N 3

struct job {
    int in;
    int out;
};

int results[N];

static void *square(void *argument)
{
    struct job *job = argument;
    job->out = job->in * job->in;
    return &job->out;
}

static void *number(void *argument)
{
    long me = (long)argument;
    results[me] = (int)me + 1;
    return (void *)(me * 10);
}

int main(void)
{
    pthread_t threads[N];
    struct job jobs[N];
    for (int i = 0; i < N; i++) {
        jobs[i].in = i + 2;
        assert(pthread_create(&threads[i], NULL, square, &jobs[i]) == 0);
    }
    for (int i = 0; i < N; i++) {
        void *result;
        assert(pthread_join(threads[i], &result) == 0);
        assert(result == &jobs[i].out && *(int *)result == (i + 2) * (i + 2));
    }
    for (long i = 0; i < N; i++)
        if (pthread_create(&threads[i], NULL, number, (void *)i))
            abort();
    long sum = 0;
    for (int i = 0; i < N; i++) {
        void *result;
        pthread_join(threads[i], &result);
        sum += (long)result;
    }
    assert(sum == 30 && results[0] == 1 && results[2] == 3);
    return 0;
}
