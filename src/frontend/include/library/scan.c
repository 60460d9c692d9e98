/* Numbers and characters read from a text. The reader of the program refuses formats that ask for anything else. */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>

enum { NOT_MATCHED = -1 };

static int is_blank(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}
static unsigned value_of(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F')
        return digit - 'A' + 10;
    return UINT_MAX;
}
/* Reads a number of at most so many characters; how many it has, or that there is none. One that is too large is the largest. */
static int number(const char *text, int most, unsigned base, int is_signed, unsigned long *result)
{
    unsigned long amount = 0, limit = ULONG_MAX;
    int at = 0, any = 0, negative = text[0] == '-', too_large = 0;
    if (most > 0 && (text[0] == '-' || text[0] == '+'))
        at++;
    /* A prefix without a digit is a zero to the C library of GNU. */
    if ((base == 0 || base == 16) && at + 1 < most && text[at] == '0' && (text[at + 1] == 'x' || text[at + 1] == 'X')) {
        at += 2;
        base = 16;
        any = 1;
    }
    if (base == 0)
        base = at < most && text[at] == '0' ? 8 : 10;
    if (is_signed)
        limit = (unsigned long)LONG_MAX + negative;
    for (; at < most && value_of(text[at]) < base; at++) {
        unsigned digit = value_of(text[at]);
        too_large |= amount > (limit - digit) / base;
        amount = too_large ? limit : amount * base + digit;
        any = 1;
    }
    /* What is too large without a sign is so with one, too. */
    *result = negative && (is_signed || !too_large) ? -amount : amount;
    return any ? at : NOT_MATCHED;
}
/* Stores a number as wide as the letters before the conversion say: so many `h`, or others. */
static void store(void *to, int halves, int is_long, unsigned long number)
{
    if (halves > 1)
        *(unsigned char *)to = (unsigned char)number;
    else if (halves)
        *(unsigned short *)to = (unsigned short)number;
    else if (is_long)
        *(unsigned long *)to = number;
    else
        *(unsigned *)to = (unsigned)number;
}
/* Where the text ends before anything was stored the answer is EOF, as C libraries have it, also behind `%*d`. */
int sscanf(const char *text, const char *format, ...)
{
    const char *at = text;
    int stored = 0;
    va_list arguments;
    va_start(arguments, format);
    while (*format) {
        if (is_blank(*format)) {
            for (; is_blank(*at); at++)
                ;
            format++;
            continue;
        }
        if (*format != '%' || format[1] == '%') {
            if (*format == '%') {
                format++;
                for (; is_blank(*at); at++)
                    ;
            }
            if (*at != *format) {
                if (!*at && !stored)
                    stored = EOF;
                break;
            }
            at++;
            format++;
            continue;
        }
        format++;
        int keeps = *format != '*', most = 0, halves = 0, is_long = 0;
        if (!keeps)
            format++;
        for (; *format >= '0' && *format <= '9'; format++)
            most = most * 10 + (*format - '0');
        for (; *format == 'h'; format++)
            halves++;
        for (; *format == 'l' || *format == 'j' || *format == 'z' || *format == 't' || *format == 'q'; format++)
            is_long = 1;
        char letter = *format++;
        if (letter != 'c')
            for (; is_blank(*at); at++)
                ;
        if (!*at) {
            if (!stored)
                stored = EOF;
            break;
        }
        unsigned long value = (unsigned char)*at;
        int length = 1;
        if (letter != 'c') {
            unsigned base = letter == 'i' ? 0 : letter == 'd' || letter == 'u' ? 10 : letter == 'o' ? 8 : 16;
            length = number(at, most ? most : INT_MAX, base, letter == 'd' || letter == 'i', &value);
        }
        if (length == NOT_MATCHED)
            break;
        at += length;
        if (keeps) {
            store(va_arg(arguments, void *), letter == 'c' ? 2 : halves, is_long || letter == 'p', value);
            stored++;
        }
    }
    va_end(arguments);
    return stored;
}
