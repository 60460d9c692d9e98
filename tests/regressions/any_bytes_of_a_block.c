// sc safe
// __VERIFIER_nondet_memory changes the bytes that it names and no others.
#include <assert.h>
extern void __VERIFIER_nondet_memory(void *, unsigned long);
struct { char a; char b[2]; char c; } s;
int main(void){ s.a = 1; s.c = 2; __VERIFIER_nondet_memory(s.b, 2); assert(s.a == 1 && s.c == 2); __VERIFIER_nondet_memory(&s, 0); assert(s.a == 1); char k = s.b[0]; assert(k == s.b[0]); return 0; }
