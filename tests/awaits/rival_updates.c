// title: Compare-and-exchanges that wait, and counters that are their rivals
// origin: generated
#include <pthread.h>
#include <stdatomic.h>
atomic_int x = 0;
atomic_int y = 0;
int r1_0;
int r2_1;
int r2_2;
int r3_3;
int r3_4;
static void *t0(void *a) {
  {int e; do e=1; while(!atomic_compare_exchange_strong(&y,&e,0));}
  return a;
}
static void *t1(void *a) {
  r1_0 = atomic_fetch_add(&y,1);
  return a;
}
static void *t2(void *a) {
  {int e; do e=2; while(!atomic_compare_exchange_strong(&y,&e,0));}
  return a;
}
static void *t3(void *a) {
  r3_3 = atomic_fetch_add(&y,1);
  r3_4 = atomic_fetch_add(&y,1);
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
