// title: A thread that waits for one value to go and then for it to come
// origin: generated
#include <pthread.h>
#include <stdatomic.h>
atomic_int x = 0;
atomic_int y = 0;
int r0_0;
int r2_1;
static void *t0(void *a) {
  atomic_store_explicit(&y,3,memory_order_relaxed);
  r0_0 = atomic_load_explicit(&y, memory_order_relaxed);
  {int e; do e=1; while(!atomic_compare_exchange_strong(&x,&e,1));}
  return a;
}
static void *t1(void *a) {
  while (atomic_load_explicit(&y, memory_order_seq_cst) == 2);
  while (atomic_load_explicit(&x, memory_order_relaxed) == 1);
  while (atomic_load_explicit(&x, memory_order_acquire) != 1);
  return a;
}
static void *t2(void *a) {
  atomic_store_explicit(&x,1,memory_order_relaxed);
  atomic_fetch_add_explicit(&y,1,memory_order_acq_rel);
  r2_1 = atomic_fetch_add(&y,1);
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
