/* What the process has used so far: any times and counts that are not negative; and what it may use: anything, the soft limit no more than the
   hard one. */
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <sys/resource.h>

extern void __VERIFIER_nondet_memory(void *, size_t);
extern unsigned __fencesmith_nondet_uint(void);
extern unsigned long __fencesmith_nondet_ulong(void);
extern unsigned char __fencesmith_nondet_uchar(void);
extern void __fencesmith_assume(int);

static long count(void)
{
    unsigned long number = __fencesmith_nondet_ulong();
    __fencesmith_assume(number <= LONG_MAX);
    return (long)number;
}
static struct timeval used(void)
{
    struct timeval time;
    unsigned part = __fencesmith_nondet_uint();
    __fencesmith_assume(part < 1000000);
    time.tv_sec = count();
    time.tv_usec = part;
    return time;
}
int getrusage(int who, struct rusage *to)
{
    (void)who;
    if (!__fencesmith_nondet_uchar()) {
        errno = EINVAL;
        return -1;
    }
    __VERIFIER_nondet_memory(to, sizeof *to);
    to->ru_utime = used();
    to->ru_stime = used();
    to->ru_maxrss = count();
    to->ru_minflt = count();
    to->ru_majflt = count();
    to->ru_nvcsw = count();
    to->ru_nivcsw = count();
    return 0;
}
int getrlimit(int resource, struct rlimit *to)
{
    rlim_t soft, hard;
    (void)resource;
    if (!__fencesmith_nondet_uchar()) {
        errno = EINVAL;
        return -1;
    }
    soft = __fencesmith_nondet_ulong();
    hard = __fencesmith_nondet_ulong();
    __fencesmith_assume(soft <= hard);
    to->rlim_cur = soft;
    to->rlim_max = hard;
    return 0;
}
