// title: A read that was made to wait by a revisit, and is moved afterwards
// origin: generated
#include <pthread.h>
#include <stdatomic.h>
atomic_int x = 0;
atomic_int y = 1;
atomic_int z = 0;
int r0_0;
int r2_1;
static void *t0(void *a) {
  r0_0 = atomic_load_explicit(&x, memory_order_relaxed);
  while (atomic_load_explicit(&y, memory_order_relaxed) == 2);
  return a;
}
static void *t1(void *a) {
  if (atomic_load_explicit(&x, memory_order_relaxed) == 3) { while (atomic_exchange(&y,0) == 0); } else { atomic_fetch_add_explicit(&x,1,memory_order_acq_rel); }
  atomic_fetch_add_explicit(&z,2,memory_order_acq_rel);
  while (atomic_load_explicit(&x, memory_order_seq_cst) < 1);
  return a;
}
static void *t2(void *a) {
  while (atomic_load_explicit(&y, memory_order_relaxed) == 3);
  atomic_store_explicit(&x,0,memory_order_relaxed);
  if (atomic_load_explicit(&z, memory_order_relaxed) == 2) { atomic_store_explicit(&y,2,memory_order_release); } else { r2_1 = atomic_load_explicit(&y, memory_order_seq_cst); }
  return a;
}
static void *t3(void *a) {
  atomic_fetch_add_explicit(&x,1,memory_order_seq_cst);
  return a;
}
int main(void) {
 pthread_t t[4];
 pthread_create(&t[0],0,t0,0);
 pthread_create(&t[1],0,t1,0);
 pthread_create(&t[2],0,t2,0);
 pthread_create(&t[3],0,t3,0);
 pthread_join(t[0],0);
 pthread_join(t[1],0);
 pthread_join(t[2],0);
 pthread_join(t[3],0);
 return 0;
}
