/* Nobody cancels a thread: whether one may be is kept for who asks. */
#include <errno.h>
#include <pthread.h>

static _Thread_local int state, type;

static int change(int *kept, int given, int *old)
{
    if (given != 0 && given != 1)
        return EINVAL;
    if (old)
        *old = *kept;
    *kept = given;
    return 0;
}
int pthread_setcancelstate(int given, int *old)
{
    return change(&state, given, old);
}
int pthread_setcanceltype(int given, int *old)
{
    return change(&type, given, old);
}
