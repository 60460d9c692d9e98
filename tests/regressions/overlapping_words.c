// sc safe, tso safe, pso safe
// Two words that overlap by half: one of the stores is last in all of the overlap.
#include <assert.h>
#include <pthread.h>
#include <string.h>
unsigned char m[8];
void *t(void *p){ *(volatile unsigned*)(m) = 0x11111111; return 0; }
int main(void){ pthread_t a; pthread_create(&a,0,t,0); *(volatile unsigned*)(m+2) = 0x22222222; pthread_join(a,0); assert(m[0]==0x11 && m[5]==0x22 && m[2]==m[3] && (m[2]==0x11||m[2]==0x22)); return 0; }
