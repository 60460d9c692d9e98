// sc violation
// A block that is longer than its object.
#include <assert.h>
extern void __VERIFIER_nondet_memory(void *, unsigned long);
int c;
int main(void){ __VERIFIER_nondet_memory(&c, 5); assert(1); return 0; }
