// verdict: sc violation, tso violation, pso violation
#include <stdlib.h>
static void ends(void) { abort(); }
int main(void)
{
    atexit(ends);
    __builtin_exit(0);
}
