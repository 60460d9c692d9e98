/* Functions that run when the process ends by exit or by a return from main, the last one first.
   Functions with the attribute destructor are given to atexit before anything else runs. */
#include <stdlib.h>

#define HANDLERS 40 /* 32, as many as C promises, and some destructors */

static void (*handlers[HANDLERS])(void);
static int registered;

int atexit(void (*handler)(void))
{
    int number = __atomic_load_n(&registered, __ATOMIC_RELAXED);
    if (number == HANDLERS)
        return -1;
    number = __atomic_fetch_add(&registered, 1, __ATOMIC_ACQ_REL);
    handlers[number] = handler;
    return 0;
}
void __fencesmith_process_ends(void)
{
    while (registered > 0) {
        registered--;
        handlers[registered]();
    }
}
