// sc safe, tso safe, pso safe
// Read-modify-writes of a word and of bytes of it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
union { _Atomic unsigned w; _Atomic unsigned char b[4]; } u;
void *t(void *p){ atomic_fetch_add(&u.b[0], 1); return 0; }
void *s(void *p){ atomic_fetch_add(&u.b[3], 2); return 0; }
int main(void){ pthread_t a,b; pthread_create(&a,0,t,0); pthread_create(&b,0,s,0); atomic_fetch_add(&u.w, 0x00010100); pthread_join(a,0); pthread_join(b,0); assert(u.w == 0x02010101); return 0; }
