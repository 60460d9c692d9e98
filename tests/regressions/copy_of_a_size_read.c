// sc safe, tso safe, pso safe
// memcpy of as many bytes as another thread says.
#include <assert.h>
#include <pthread.h>
#include <string.h>
volatile int n; char a[4] = "abc", b[4];
void *t(void *p){ n = 2; return 0; }
int main(void){ pthread_t x; pthread_create(&x,0,t,0); int k = n; memcpy(b, a, k); pthread_join(x,0); assert(k == 0 ? b[0] == 0 : b[0] == 'a' && b[1] == 'b' && b[2] == 0); return 0; }
