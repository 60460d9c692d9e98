/* Numbers, searching and sorting. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

int abs(int number)
{
    return __builtin_abs(number);
}
long labs(long number)
{
    return __builtin_labs(number);
}
long long llabs(long long number)
{
    return __builtin_llabs(number);
}
div_t div(int a, int b)
{
    return (div_t){ a / b, a % b };
}
ldiv_t ldiv(long a, long b)
{
    return (ldiv_t){ a / b, a % b };
}
lldiv_t lldiv(long long a, long long b)
{
    return (lldiv_t){ a / b, a % b };
}
static int value_of(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'z')
        return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'Z')
        return digit - 'A' + 10;
    return INT_MAX;
}
/* The digits of a number: its amount, whether it is negative, and whether it is too large for 64 bits. */
static unsigned long digits(const char *text, char **end, int base, int *negative, int *too_large)
{
    const char *at = text;
    unsigned long number = 0;
    int any = 0;
    *too_large = 0;
    while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
        at++;
    *negative = *at == '-';
    if (*at == '-' || *at == '+')
        at++;
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && value_of(at[2]) < 16) {
        at += 2;
        base = 16;
    }
    if (base == 0)
        base = *at == '0' ? 8 : 10;
    for (; value_of(*at) < base; at++) {
        unsigned long digit = (unsigned long)value_of(*at);
        if (number > (ULONG_MAX - digit) / (unsigned long)base)
            *too_large = 1;
        number = number * (unsigned long)base + digit;
        any = 1;
    }
    if (end)
        *end = (char *)(any ? at : text);
    return number;
}
long strtol(const char *text, char **end, int base)
{
    int negative, too_large;
    unsigned long number = digits(text, end, base, &negative, &too_large);
    unsigned long limit = negative ? (unsigned long)LONG_MAX + 1 : (unsigned long)LONG_MAX;
    if (too_large || number > limit) {
        errno = ERANGE;
        return negative ? LONG_MIN : LONG_MAX;
    }
    return (long)(negative ? -number : number);
}
long long strtoll(const char *text, char **end, int base)
{
    return strtol(text, end, base);
}
unsigned long strtoul(const char *text, char **end, int base)
{
    int negative, too_large;
    unsigned long number = digits(text, end, base, &negative, &too_large);
    if (too_large) {
        errno = ERANGE;
        return ULONG_MAX;
    }
    return negative ? -number : number;
}
unsigned long long strtoull(const char *text, char **end, int base)
{
    return strtoul(text, end, base);
}
int atoi(const char *text)
{
    return (int)strtol(text, 0, 10);
}
long atol(const char *text)
{
    return strtol(text, 0, 10);
}
long long atoll(const char *text)
{
    return strtol(text, 0, 10);
}
/* C leaves open in which order elements are compared, and how equal ones are ordered: this is one of the ways. */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    char *bytes = base;
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0; j--) {
            char *here = bytes + j * size, *before = here - size;
            if (compare(before, here) <= 0)
                break;
            for (size_t k = 0; k < size; k++) {
                char byte = here[k];
                here[k] = before[k];
                before[k] = byte;
            }
        }
}
void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    const char *bytes = base;
    size_t low = 0;
    while (low < count) {
        size_t middle = low + (count - low) / 2;
        int order = compare(key, bytes + middle * size);
        if (order == 0)
            return (void *)(bytes + middle * size);
        if (order > 0)
            low = middle + 1;
        else
            count = middle;
    }
    return 0;
}
static int first_set(unsigned long bits)
{
    int place = 1;
    if (!bits)
        return 0;
    while (!(bits & 1)) {
        bits >>= 1;
        place++;
    }
    return place;
}
int ffs(int bits)
{
    return first_set((unsigned int)bits);
}
int ffsl(long bits)
{
    return first_set((unsigned long)bits);
}
int ffsll(long long bits)
{
    return first_set((unsigned long)bits);
}
