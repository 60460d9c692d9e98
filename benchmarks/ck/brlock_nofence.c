// title: Concurrency Kit, big-reader lock, portable form, its fences defined away
// origin: libck-dev 0.7.1, ck_brlock; harness licence: MIT OR Apache-2.0
// verdict: sc safe, tso violation, pso violation
// repair: tso 1 fences 1 pairs, pso 1 fences 3 pairs
// options: -DCK_USE_CC_BUILTINS=1 -DCK_MD_PSO=1
#define NO_CK_FENCES 1
#include "brlock.c"
