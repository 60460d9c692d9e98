// verdict: sc safe, tso safe, pso safe, rmo safe, armv8 safe, stubborn safe
// What a thread has written comes before the thread that it creates.
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
int data;
void *t(void *a) { assert(data == 7); return 0; }
int main(void) { pthread_t h; data = 7; pthread_create(&h, 0, t, 0); pthread_join(h, 0); return 0; }
