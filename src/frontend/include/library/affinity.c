/* On which processors a thread runs. Any may be its own, whatever it asks for. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>

extern void __VERIFIER_nondet_memory(void *, size_t);

int __fencesmith_cpus(const cpu_set_t *one, const cpu_set_t *other)
{
    const unsigned long *a = (const unsigned long *)one, *b = (const unsigned long *)other;
    int count = 0;
    for (unsigned i = 0; i < sizeof *one / sizeof *a; i++)
        count += __builtin_popcountl(b ? ~(a[i] ^ b[i]) : a[i]);
    return count;
}
int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set)
{
    (void)process;
    __VERIFIER_nondet_memory(set, size);
    return 0;
}
int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set)
{
    (void)thread;
    __VERIFIER_nondet_memory(set, size);
    return 0;
}
