// verdict: sc violation, tso violation, pso violation
// property: null pointer dereferenced
#include <stdarg.h>

static int first(int count, ...)
{
    va_list list;
    va_start(list, count);
    va_end(list);
    return va_arg(list, int);
}

int main(void)
{
    return first(1, 5) == 5;
}
