/* What the build of DPDK writes, as far as the ring reads it. */
#define RTE_ARCH_X86 1
#define RTE_ARCH_X86_64 1
#define RTE_ARCH_64 1
#define RTE_CACHE_LINE_SIZE 64
#define RTE_MAX_LCORE 4
