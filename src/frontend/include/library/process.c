/* The numbers of the process and of its parent: any, and the same for all threads. They are chosen before anything else runs, so that no
   thread that asks for one orders anything. */
#include <sys/types.h>
#include <unistd.h>

extern unsigned __fencesmith_nondet_uint(void);
extern void __fencesmith_assume(int);

static pid_t own, of_parent;

static pid_t some_process(void)
{
    unsigned number = __fencesmith_nondet_uint();
    __fencesmith_assume(number - 1 < 1 << 22);
    return (pid_t)number;
}
static __attribute__((constructor)) void choose(void)
{
    own = some_process();
    of_parent = some_process();
}
pid_t getpid(void)
{
    return own;
}
pid_t getppid(void)
{
    return of_parent;
}
