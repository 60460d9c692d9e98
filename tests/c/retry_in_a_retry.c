// verdict: sc safe, tso safe, pso safe
// A compare-and-exchange that is retried inside a lock that is retried: what the inner loop wrote is what it found.
#include <assert.h>
#include <pthread.h>
unsigned writer; int counter;

static inline int cas_value(unsigned *t, unsigned compare, unsigned set, unsigned *prev){
  unsigned c = __sync_val_compare_and_swap(t, compare, set);
  *prev = c;
  return c == compare;
}
static unsigned fas(unsigned *t, unsigned v){
  unsigned previous; unsigned punt = v;
  previous = *(volatile unsigned*)t;
  while (cas_value(t, previous, punt, &previous) == 0) ;
  return previous;
}
static void *worker(void *arg){
  while (fas(&writer, 1) != 0) ;
  counter++;
  __sync_synchronize();
  *(volatile unsigned*)&writer = 0;
  return 0;
}
int main(void){
  pthread_t t1, t2;
  pthread_create(&t1, 0, worker, 0);
  pthread_create(&t2, 0, worker, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  assert(counter == 2);
  return 0;
}
