// title: Concurrency Kit, ticket spinlock, x86 form, its fences defined away
// origin: libck-dev 0.7.1, ck_spinlock_ticket; harness licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// options: -DCK_USE_CC_BUILTINS=1 -DCK_MD_PSO=1
#define NO_CK_FENCES 1
#include "ticket-x86.c"
