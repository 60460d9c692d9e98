// error: 9:13 floating point
#include <assert.h>
#include <stdarg.h>

static int first(int n, ...)
{
    va_list list;
    va_start(list, n);
    int x = va_arg(list, double) > 0;
    va_end(list);
    return x;
}

int main(void)
{
    assert(first(1, 5.0) == 1);
    return 0;
}
