/* What the configuration of Concurrency Kit writes: for a machine that reorders everything, or for x86. */
#ifndef CK_MD_H
#define CK_MD_H
#define CK_MD_CACHELINE (64)
#define CK_MD_PAGESIZE (4096)
#ifdef CK_FOR_X86
#define CK_MD_TSO
#else
#define CK_MD_RMO
#define CK_USE_CC_BUILTINS 1
#endif
#define CK_VERSION "0"
#define CK_GIT_SHA ""
#endif
