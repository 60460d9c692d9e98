#ifndef _FENCESMITH_EMMINTRIN_H
#define _FENCESMITH_EMMINTRIN_H
/* Assembly and not compiler builtins: the C reader does not tell the builtins for the three fences apart. */
static inline void _mm_mfence(void) { __asm__ __volatile__("mfence" ::: "memory"); }
static inline void _mm_lfence(void) { __asm__ __volatile__("lfence" ::: "memory"); }
static inline void _mm_sfence(void) { __asm__ __volatile__("sfence" ::: "memory"); }
static inline void _mm_pause(void) { __asm__ __volatile__("pause" ::: "memory"); }
/* Lines of the cache are nothing that a thread can see. */
static inline void _mm_clflush(const void *line) { (void)line; }
static inline void _mm_clflushopt(const void *line) { (void)line; }
static inline void _mm_clwb(const void *line) { (void)line; }
static inline unsigned long long __rdtsc(void) { return __builtin_ia32_rdtsc(); }
static inline unsigned long long __rdtscp(unsigned *processor) { return __builtin_ia32_rdtscp(processor); }
#define _rdtsc __rdtsc
#endif
