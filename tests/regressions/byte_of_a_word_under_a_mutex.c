// sc safe, tso safe, pso safe
// A byte of an int that other threads use as a whole.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void *t(void *p){ pthread_mutex_lock(&m); ((char*)&x)[1]++; pthread_mutex_unlock(&m); return 0; }
int main(void){ pthread_t a; pthread_create(&a,0,t,0); pthread_mutex_lock(&m); x += 1; pthread_mutex_unlock(&m); pthread_join(a,0); assert(x == 0x101); return 0; }
