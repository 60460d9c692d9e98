/* What the system answers: the time, input, the surroundings. All of it is anything that may be. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

extern void __VERIFIER_nondet_memory(void *, size_t);
extern unsigned __fencesmith_nondet_uint(void);
extern unsigned char __fencesmith_nondet_uchar(void);
extern void __fencesmith_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int fails(void)
{
    return __fencesmith_nondet_uchar() == 0;
}
static long below(long end)
{
    unsigned number = __fencesmith_nondet_uint();
    __fencesmith_assume(number < end);
    return number;
}
int clock_gettime(clockid_t clock, struct timespec *now)
{
    (void)clock;
    if (fails())
        return -1;
    now->tv_sec = below(1l << 31);
    now->tv_nsec = below(1000000000);
    return 0;
}
int timespec_get(struct timespec *now, int base)
{
    return clock_gettime(CLOCK_REALTIME, now) ? 0 : base;
}
int gettimeofday(struct timeval *now, void *zone)
{
    (void)zone;
    now->tv_sec = below(1l << 31);
    now->tv_usec = below(1000000);
    return 0;
}
/* It is the same each time. */
static pid_t known(pid_t *number)
{
    __VERIFIER_atomic_begin();
    if (!*number)
        *number = 1 + (pid_t)below(1 << 22);
    pid_t found = *number;
    __VERIFIER_atomic_end();
    return found;
}
pid_t getpid(void)
{
    static pid_t number;
    return known(&number);
}
pid_t getppid(void)
{
    static pid_t number;
    return known(&number);
}
long sysconf(int name)
{
    return name == _SC_PAGESIZE ? 4096 : name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF ? 1 + below(1024) : below(1l << 31) - 1;
}
char *fgets(char *to, int size, FILE *file)
{
    (void)file;
    if (size <= 1 || fails())
        return 0;
    __VERIFIER_nondet_memory(to, size);
    to[1 + below(size - 1)] = 0;
    return to;
}
ssize_t read(int file, void *to, size_t size)
{
    (void)file;
    if (fails())
        return -1;
    __VERIFIER_nondet_memory(to, size);
    unsigned count = __fencesmith_nondet_uint();
    __fencesmith_assume(count <= size);
    return count;
}
char *getenv(const char *name)
{
    static const char *first;
    static char value[16];
    static int is_there;
    int found;
    __VERIFIER_atomic_begin();
    if (!first) {
        first = name;
        is_there = !fails();
        __VERIFIER_nondet_memory(value, sizeof value - 1);
    }
    /* The first name that is asked for is there each time or never; of others nothing is known. */
    found = strcmp(name, first) ? !fails() : is_there;
    __VERIFIER_atomic_end();
    return found ? value : 0;
}
