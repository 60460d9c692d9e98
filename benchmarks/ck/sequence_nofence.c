// title: Concurrency Kit, sequence lock, its fences defined away
// origin: libck-dev 0.7.1, ck_sequence; harness licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso violation
// repair: pso 1 fences 3 pairs
// options: -DCK_USE_CC_BUILTINS=1 -DCK_MD_PSO=1
#define NO_CK_FENCES 1
#include "sequence.c"
