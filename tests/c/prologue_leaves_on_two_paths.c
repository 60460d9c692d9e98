// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// The thread is started with the number set, and on another path without.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int number;

static void *run(void *unused)
{
    assert(number == 1);
    number = 2;
    return unused;
}

int main(void)
{
    pthread_t thread;
    if (__VERIFIER_nondet_int()) {
        number = 1;
        pthread_create(&thread, NULL, run, NULL);
    } else {
        pthread_create(&thread, NULL, run, NULL);
    }
    pthread_join(thread, NULL);
    return 0;
}
