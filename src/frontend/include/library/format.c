/* Formatted text in memory. Numbers, characters and strings are written as they are; what comes from the first other
   conversion on (floating point, mostly) is any text of any length. */
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void __VERIFIER_nondet_memory(void *, size_t);
extern unsigned __fencesmith_nondet_uint(void);
extern unsigned char __fencesmith_nondet_uchar(void);
extern void __fencesmith_assume(int);

#define DIGITS 24                /* an unsigned long in octal has 22 */
#define ADDRESS 12               /* digits of an address */
#define TEN_DIGITS 10000000000ul /* the least number of more than ten digits */

enum { LEFT = 1, PLUS = 2, SPACE = 4, OTHER = 8, ZERO = 16 };

struct out {
    char *to;
    size_t room;
    size_t length;
};

static void put(struct out *out, char byte)
{
    if (out->length < out->room)
        out->to[out->length] = byte;
    out->length++;
}
static void pad(struct out *out, char byte, int count)
{
    for (; count > 0; count--)
        put(out, byte);
}
/* Digits from the last one on; how many there are then. Numbers of 32 bits are divided as such. */
static int digits(char *text, unsigned long number, unsigned base, char ten)
{
    int count = 0;
    if (number > UINT_MAX && base == 10) {
        unsigned long high = number / TEN_DIGITS, low = number % TEN_DIGITS;
        for (; high ? count < 10 : low != 0; low /= 10)
            text[count++] = '0' + low % 10;
        for (; high; high /= 10)
            text[count++] = '0' + high % 10;
        return count;
    }
    if (base == 10) {
        for (unsigned small = number; small; small /= 10)
            text[count++] = '0' + small % 10;
        return count;
    }
    for (; number; number /= base) {
        int digit = number % base;
        text[count++] = digit < 10 ? '0' + digit : ten + digit - 10;
    }
    return count;
}
static void number(struct out *out, unsigned long value, int negative, char kind, int flags, int width, int precision)
{
    char text[DIGITS];
    const char *prefix = negative ? "-" : flags & PLUS ? "+" : flags & SPACE ? " " : "";
    unsigned base = kind == 'o' ? 8 : kind == 'x' || kind == 'X' || kind == 'p' ? 16 : 10;
    int count = digits(text, value, base, kind == 'X' ? 'A' : 'a');
    int zeros = (precision < 0 ? 1 : precision) - count;
    if (kind == 'p' || (flags & OTHER && base == 16 && value))
        prefix = kind == 'X' ? "0X" : "0x";
    if (zeros < 0)
        zeros = 0;
    if (flags & OTHER && base == 8 && !zeros && (value || precision == 0))
        zeros = 1;
    int all = (int)strlen(prefix) + zeros + count;
    if (precision < 0 && flags & ZERO && !(flags & LEFT) && width > all) {
        zeros += width - all;
        all = width;
    }
    if (!(flags & LEFT))
        pad(out, ' ', width - all);
    for (; *prefix; prefix++)
        put(out, *prefix);
    pad(out, '0', zeros);
    while (count > 0)
        put(out, text[--count]);
    if (flags & LEFT)
        pad(out, ' ', width - all);
}
static void string(struct out *out, const char *text, int flags, int width, int precision)
{
    int count = 0;
    if (!text)
        text = precision < 0 || precision >= 6 ? "(null)" : "";
    while ((precision < 0 || count < precision) && text[count])
        count++;
    if (!(flags & LEFT))
        pad(out, ' ', width - count);
    for (int i = 0; i < count; i++)
        put(out, text[i]);
    if (flags & LEFT)
        pad(out, ' ', width - count);
}
/* Where things lie is not known. */
static void address(struct out *out, int flags, int width)
{
    unsigned count = __fencesmith_nondet_uchar();
    __fencesmith_assume(count > 0 && count <= ADDRESS);
    if (!(flags & LEFT))
        pad(out, ' ', width - 2 - (int)count);
    put(out, '0');
    put(out, 'x');
    for (unsigned i = 0; i < count; i++) {
        unsigned char digit = __fencesmith_nondet_uchar() & 15;
        put(out, digit < 10 ? '0' + digit : 'a' + digit - 10);
    }
    if (flags & LEFT)
        pad(out, ' ', width - 2 - (int)count);
}
int vsnprintf(char *to, size_t size, const char *format, va_list list)
{
    struct out out = { to, size ? size - 1 : 0, 0 };
    for (; *format; format++) {
        int flags = 0, width = 0, precision = -1, size_of = sizeof(int);
        long value;
        if (*format != '%') {
            put(&out, *format);
            continue;
        }
        for (format++;; format++) {
            int flag = *format == '-'   ? LEFT
                       : *format == '+' ? PLUS
                       : *format == ' ' ? SPACE
                       : *format == '#' ? OTHER
                       : *format == '0' ? ZERO
                                        : 0;
            /* The C locale puts nothing between thousands. */
            if (!flag && *format != '\'')
                break;
            flags |= flag;
        }
        if (*format == '*') {
            width = va_arg(list, int);
            if (width < 0) {
                flags |= LEFT;
                width = -width;
            }
            format++;
        }
        for (; *format >= '0' && *format <= '9'; format++)
            width = 10 * width + *format - '0';
        if (*format == '.') {
            precision = 0;
            if (*++format == '*') {
                precision = va_arg(list, int);
                format++;
            }
            for (; *format >= '0' && *format <= '9'; format++)
                precision = 10 * precision + *format - '0';
        }
        for (;; format++) {
            if (*format == 'h')
                size_of /= 2;
            else if (*format == 'l' || *format == 'j' || *format == 'z' || *format == 't' || *format == 'L' ||
                     *format == 'q' || *format == 'Z')
                size_of = sizeof(long);
            else
                break;
        }
        switch (*format) {
        case '%':
            put(&out, '%');
            continue;
        case 'd':
        case 'i':
            value = size_of > (int)sizeof(int) ? va_arg(list, long) : va_arg(list, int);
            value = size_of == 1 ? (signed char)value : size_of == 2 ? (short)value : value;
            number(&out, value < 0 ? -(unsigned long)value : (unsigned long)value, value < 0, *format, flags, width,
                   precision);
            continue;
        case 'u':
        case 'x':
        case 'X':
        case 'o':
            value = size_of > (int)sizeof(int) ? va_arg(list, long) : (long)va_arg(list, unsigned);
            value = size_of == 1 ? (unsigned char)value : size_of == 2 ? (unsigned short)value : value;
            number(&out, (unsigned long)value, 0, *format, flags & ~(PLUS | SPACE), width, precision);
            continue;
        case 'p':
            value = va_arg(list, long);
            if (!value)
                string(&out, "(nil)", flags, width, -1);
            else
                address(&out, flags, width);
            continue;
        case 'c':
            if (size_of != sizeof(int))
                break;
            value = va_arg(list, int);
            if (!(flags & LEFT))
                pad(&out, ' ', width - 1);
            put(&out, (char)value);
            if (flags & LEFT)
                pad(&out, ' ', width - 1);
            continue;
        case 's':
            if (size_of != sizeof(int))
                break;
            string(&out, va_arg(list, const char *), flags, width, precision);
            continue;
        case 'n':
            if (size_of == 1)
                *va_arg(list, signed char *) = (signed char)out.length;
            else if (size_of == 2)
                *va_arg(list, short *) = (short)out.length;
            else if (size_of == 4)
                *va_arg(list, int *) = (int)out.length;
            else
                *va_arg(list, long *) = (long)out.length;
            continue;
        }
        if (out.length < out.room)
            __VERIFIER_nondet_memory(to + out.length, out.room - out.length);
        out.length += __fencesmith_nondet_uint();
        __fencesmith_assume(out.length <= INT_MAX);
        break;
    }
    if (size)
        to[out.length < out.room ? out.length : out.room] = 0;
    return (int)out.length;
}
int snprintf(char *to, size_t size, const char *format, ...)
{
    va_list list;
    int length;
    va_start(list, format);
    length = vsnprintf(to, size, format, list);
    va_end(list);
    return length;
}
int vsprintf(char *to, const char *format, va_list list)
{
    return vsnprintf(to, (size_t)INT_MAX + 1, format, list);
}
int sprintf(char *to, const char *format, ...)
{
    va_list list;
    int length;
    va_start(list, format);
    length = vsprintf(to, format, list);
    va_end(list);
    return length;
}
int vasprintf(char **to, const char *format, va_list list)
{
    va_list again;
    int length;
    char *text;
    va_copy(again, list);
    length = vsnprintf(0, 0, format, again);
    va_end(again);
    text = length < 0 ? 0 : malloc((size_t)length + 1);
    if (!text)
        return -1;
    *to = text;
    return vsnprintf(text, (size_t)length + 1, format, list);
}
int asprintf(char **to, const char *format, ...)
{
    va_list list;
    int length;
    va_start(list, format);
    length = vasprintf(to, format, list);
    va_end(list);
    return length;
}
