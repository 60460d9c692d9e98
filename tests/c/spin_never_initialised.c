// verdict: sc violation, tso violation, pso violation
// property: misuse
// There is no initialiser for spin locks, and zeros are none: on x86 they are one that is held.
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;

int main(void)
{
    assert(pthread_spin_trylock(&lock) == 0);
    return 0;
}
