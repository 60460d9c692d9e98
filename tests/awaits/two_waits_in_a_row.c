// title: A thread that waits twice, while others count
// origin: generated
#include <pthread.h>
#include <stdatomic.h>
atomic_int x = 1;
atomic_int y = 0;
atomic_int z = 0;
int r1_0;
int r2_1;
int r3_2;
int r3_3;
int r3_4;
static void *t0(void *a) {
  while (atomic_load_explicit(&y, memory_order_relaxed) == 2);
  while (atomic_load_explicit(&x, memory_order_relaxed) == 1);
  return a;
}
static void *t1(void *a) {
  atomic_store_explicit(&y,0,memory_order_relaxed);
  r1_0 = atomic_load_explicit(&z, memory_order_seq_cst);
  return a;
}
static void *t2(void *a) {
  atomic_store_explicit(&z,3,memory_order_release);
  r2_1 = atomic_fetch_add(&x,1);
  while (atomic_load_explicit(&x, memory_order_acquire) < 3);
  return a;
}
static void *t3(void *a) {
  r3_2 = atomic_load_explicit(&x, memory_order_seq_cst);
  r3_3 = atomic_fetch_add(&x,1);
  r3_4 = atomic_load_explicit(&x, memory_order_relaxed);
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
