// title: Concurrency Kit, stack, its fences defined away
// origin: libck-dev 0.7.1, ck_stack, push and pop for several producers and consumers; harness licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// options: -DCK_USE_CC_BUILTINS=1 -DCK_MD_PSO=1
#define NO_CK_FENCES 1
#include "stack.c"
