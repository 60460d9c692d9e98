#ifndef _FENCESMITH_SCHED_H
#define _FENCESMITH_SCHED_H
#include <sys/basic_types.h>
#include <time.h>
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
struct sched_param {
    int sched_priority;
};
#define CPU_SETSIZE 1024
typedef struct {
    unsigned long __bits[CPU_SETSIZE / 64];
} cpu_set_t;
#define CPU_ZERO(set) ((void)__builtin_memset((set), 0, sizeof(cpu_set_t)))
#define CPU_SET(cpu, set) ((set)->__bits[(cpu) / 64] |= 1ul << ((cpu) % 64))
#define CPU_CLR(cpu, set) ((set)->__bits[(cpu) / 64] &= ~(1ul << ((cpu) % 64)))
#define CPU_ISSET(cpu, set) ((int)((set)->__bits[(cpu) / 64] >> ((cpu) % 64) & 1))
#define CPU_EQUAL(one, other) (__fencesmith_cpus(one, other) == CPU_SETSIZE)
#define CPU_COUNT(set) __fencesmith_cpus(set, 0)
/* How many processors are in a set; with another one, how many are in both or in neither. */
extern int __fencesmith_cpus(const cpu_set_t *, const cpu_set_t *);
extern int sched_setaffinity(pid_t, size_t, const cpu_set_t *);
extern int sched_getaffinity(pid_t, size_t, cpu_set_t *);
extern int sched_setscheduler(pid_t, int, const struct sched_param *);
extern int sched_setparam(pid_t, const struct sched_param *);
extern int sched_yield(void);
extern int sched_getcpu(void);
extern int sched_get_priority_max(int);
extern int sched_get_priority_min(int);
#endif
