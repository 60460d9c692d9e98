// suggest: --model tso
#include <assert.h>
#include <pthread.h>
volatile int x, y; int r1, r2;
#include "a/h.h"
#include "b/g.h"
void *t1(void *p) { fa(); return 0; }
void *t2(void *p) { fb(); return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, t1, 0); pthread_create(&b, 0, t2, 0);
 pthread_join(a, 0); pthread_join(b, 0); assert(r1 || r2); return 0; }
