// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char text[40];

static int put(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return length;
}

static int is(const char *expected)
{
    return strcmp(text, expected) == 0;
}

int main(void)
{
    assert(put("%d-%s|%5d|%-4d|%04x", -12, "ab", 7, 8, 0x1f) == 22 && is("-12-ab|    7|8   |001f"));
    assert(put("%%%c%3c%-3c|", 'a', 'b', 'c') == 9 && is("%a  bc  |"));
    assert(put("%+d % d %.3d %.0d|", 1, 2, 3, 0) == 11 && is("+1  2 003 |"));
    assert(put("%#x %#o %X %#X", 255, 8, 171, 171) == 16 && is("0xff 010 AB 0XAB"));
    assert(put("%hhd %hhu %hd", 200, -1, 65537) == 9 && is("-56 255 1"));
    assert(put("%ld %lu", -9223372036854775807L - 1, 10000000000ul) == 32);
    assert(is("-9223372036854775808 10000000000"));
    assert(put("%.*s|%*s|%-*s|", 2, "xyz", 4, "p", 3, "q") == 12 && is("xy|   p|q  |"));
    assert(snprintf(text, 4, "%d", 12345) == 5 && is("123"));
    assert(snprintf(0, 0, "%u", 4294967295u) == 10);
    assert(sprintf(text, "%zu", sizeof(long)) == 1 && is("8"));
    return 0;
}
