// unknown
#include <assert.h>
#include <stdint.h>
#include <stddef.h>
short s0 = 1; int x __attribute__((aligned(2))) = 2; short s1 = 1;
int f(void) { int x = 3; return x; }
int main(void) { assert(f() == 3); assert(((uintptr_t)&x & 3) == 0); return 0; }
