// verdict: sc safe, tso safe, pso safe
// gcc: no, threads wait for good
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_spinlock_t s;
int main(void) { pthread_spin_init(&s, 0); pthread_spin_lock(&s); pthread_spin_lock(&s); assert(0); return 0; }
