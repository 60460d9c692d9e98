// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
// An int is passed and a long is read.
#include <stdarg.h>

static long first(int count, ...)
{
    va_list list;
    va_start(list, count);
    long result = va_arg(list, long);
    va_end(list);
    return result;
}

int main(void)
{
    return first(1, 5) == 5;
}
