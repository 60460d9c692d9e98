// unknown
#include <assert.h>
#include <stdint.h>
#include <string.h>
#include <stdlib.h>
#include <stdio.h>
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void); extern _Bool __VERIFIER_nondet_bool(void); extern unsigned long __VERIFIER_nondet_ulong(void); extern unsigned char __VERIFIER_nondet_uchar(void);
static char g[1000]; static int idx[8];
int main(void){ unsigned i=__VERIFIER_nondet_int(); if(i>=1000) return 0; uint64_t l=(uint64_t)g + i; switch(l){ case 0x777: assert(0); default: break; } int64_t s=(int64_t)l; assert(s > 70000 ); }
