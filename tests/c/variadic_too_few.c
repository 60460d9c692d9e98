// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
#include <stdarg.h>

static int sum(int count, ...)
{
    va_list list;
    int result = 0;
    va_start(list, count);
    while (count-- > 0)
        result += va_arg(list, int);
    va_end(list);
    return result;
}

int main(void)
{
    return sum(3, 1, 2);
}
