// sc safe, tso safe, pso safe
// An exchange of a word and a fetch_or of a byte of it: one is first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
union { _Atomic unsigned short w; _Atomic unsigned char b[2]; } u; int r;
void *t(void *p){ r = atomic_fetch_or(&u.b[1], 1); return 0; }
int main(void){ pthread_t a; pthread_create(&a,0,t,0); unsigned short o = atomic_exchange(&u.w, 0x8080); pthread_join(a,0); assert((o == 0x100) == (r == 0) && (o == 0) == (r == 0x80)); return 0; }
