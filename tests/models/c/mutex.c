// verdict: sc safe, tso safe, pso safe, rmo safe, armv8 safe, stubborn safe
// A mutex is a sequentially consistent read-modify-write, which each mapping orders.
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;
void *t(void *a) { pthread_mutex_lock(&m); x++; y++; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t h, g; pthread_create(&h, 0, t, 0); pthread_create(&g, 0, t, 0);
 pthread_mutex_lock(&m); assert(x == y); pthread_mutex_unlock(&m);
 pthread_join(h, 0); pthread_join(g, 0); assert(x == 2 && y == 2); return 0; }
