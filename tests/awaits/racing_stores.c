// title: Stores that race, read by waiting threads
// origin: generated
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_assume(int);
atomic_int x = 0;
atomic_int y = 0;
static void *t0(void *a) {
  atomic_store_explicit(&x,2,memory_order_release);
  atomic_store_explicit(&x,2,memory_order_release);
  while (atomic_exchange(&y,3) == 3);
  return a;
}
static void *t1(void *a) {
  __VERIFIER_assume(atomic_load_explicit(&x, memory_order_seq_cst) != 2);
  while (atomic_load_explicit(&x, memory_order_relaxed) == 3);
  return a;
}
static void *t2(void *a) {
  atomic_store_explicit(&x,0,memory_order_release);
  atomic_store_explicit(&x,0,memory_order_release);
  return a;
}
int main(void) {
 pthread_t t[4];
 pthread_create(&t[0],0,t0,0);
 pthread_create(&t[1],0,t1,0);
 pthread_create(&t[2],0,t2,0);
 pthread_join(t[0],0);
 pthread_join(t[1],0);
 pthread_join(t[2],0);
 return 0;
}
