// verdict: sc safe, tso safe, pso safe
// Whoever comes first makes the key; each thread has a value of its own, which ends with it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_key_t key; static pthread_once_t once = PTHREAD_ONCE_INIT; static int freed;
static void drop(void *p) { __atomic_fetch_add(&freed, 1, __ATOMIC_SEQ_CST); free(p); }
static void make(void) { pthread_key_create(&key, drop); }
static void *work(void *v) {
  pthread_once(&once, make);
  int *p = pthread_getspecific(key);
  if (!p) { p = malloc(sizeof *p); *p = 1; pthread_setspecific(key, p); }
  assert(*(int *)pthread_getspecific(key) == 1);
  return 0;
}
int main(void) { pthread_t t, u; pthread_create(&t, 0, work, 0); pthread_create(&u, 0, work, 0);
 pthread_join(t, 0); pthread_join(u, 0); assert(freed == 2); return 0; }
