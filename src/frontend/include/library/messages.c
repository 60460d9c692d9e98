/* Messages after which the process ends. Their texts are nobody's concern. */
#include <stdarg.h>
#include <stdlib.h>

void err(int status, const char *format, ...)
{
    (void)format;
    exit(status);
}
void errx(int status, const char *format, ...)
{
    (void)format;
    exit(status);
}
void verr(int status, const char *format, va_list arguments)
{
    (void)format;
    (void)arguments;
    exit(status);
}
void verrx(int status, const char *format, va_list arguments)
{
    (void)format;
    (void)arguments;
    exit(status);
}
void error(int status, int number, const char *format, ...)
{
    (void)number;
    (void)format;
    if (status)
        exit(status);
}
