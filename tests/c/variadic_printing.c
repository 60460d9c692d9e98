// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static int lines;

static void tell(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    lines++;
}

int main(void)
{
    tell("%d and %f\n", 1, 2.5);
    tell("nothing\n");
    assert(lines == 2);
    return 0;
}
