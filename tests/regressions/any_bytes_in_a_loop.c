// sc violation
// Each execution gives other bytes.
#include <assert.h>
extern void __VERIFIER_nondet_memory(void *, unsigned long);
int main(void){ _Bool r[2]; for (int i = 0; i < 2; i++) { unsigned char c; __VERIFIER_nondet_memory(&c, 1); r[i] = c & 1; } assert(r[0] == r[1]); return 0; }
