// error: 9:13 va_arg
#include <assert.h>
#include <stdarg.h>

static int first(int n, ...)
{
    va_list list;
    va_start(list, n);
    int x = va_arg(list, int);
    va_end(list);
    return x;
}

int main(void)
{
    assert(first(1, 5) == 5);
    return 0;
}
