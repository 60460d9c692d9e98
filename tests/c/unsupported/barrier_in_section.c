// error: 13:5 barrier inside an atomic section
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
pthread_barrier_t meeting;

int main(void)
{
    pthread_barrier_init(&meeting, 0, 1);
    __VERIFIER_atomic_begin();
    pthread_barrier_wait(&meeting);
    __VERIFIER_atomic_end();
    assert(1);
    return 0;
}
