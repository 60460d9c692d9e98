/* Numbers, searching and sorting. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

extern _Bool __fencesmith_nondet_bool(void);
extern unsigned __fencesmith_nondet_uint(void);
extern void __fencesmith_assume(int);

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
    *negative = 0;
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return 0;
    }
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
intmax_t strtoimax(const char *text, char **end, int base)
{
    return strtol(text, end, base);
}
uintmax_t strtoumax(const char *text, char **end, int base)
{
    return strtoul(text, end, base);
}
/* Word by word, as far as there are words: an address in an element stays one. */
static void swap(char *a, char *b, size_t size)
{
    size_t i = 0;
    for (; i + sizeof(long) <= size; i += sizeof(long)) {
        unsigned long one, other;
        memcpy(&one, a + i, sizeof(long));
        memcpy(&other, b + i, sizeof(long));
        memcpy(a + i, &other, sizeof(long));
        memcpy(b + i, &one, sizeof(long));
    }
    for (; i < size; i++) {
        char byte = a[i];
        a[i] = b[i];
        b[i] = byte;
    }
}
/* Whether two elements hold the same bytes: then it makes no difference which is which. */
static int are_same(const char *one, const char *other, size_t size)
{
    size_t k = 0;
    for (; k + sizeof(long) <= size; k += sizeof(long)) {
        unsigned long here, there;
        memcpy(&here, one + k, sizeof(long));
        memcpy(&there, other + k, sizeof(long));
        if (here != there)
            return 0;
    }
    for (; k < size; k++)
        if (one[k] != other[k])
            return 0;
    return 1;
}
/* C leaves open in which order elements are compared, and how equal ones are ordered. Of the first this is one of the ways; an
   element may go past any number of those that equal it, so that these end in any order. */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    char *bytes = base;
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0; j--) {
            char *here = bytes + j * size, *before = here - size;
            int order = compare(before, here);
            if (order < 0)
                break;
            if (order == 0 && (are_same(before, here, size) || !__fencesmith_nondet_bool()))
                break;
            swap(here, before, size);
        }
}
void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *more)
{
    char *bytes = base;
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0; j--) {
            char *here = bytes + j * size, *before = here - size;
            int order = compare(before, here, more);
            if (order < 0)
                break;
            if (order == 0 && (are_same(before, here, size) || !__fencesmith_nondet_bool()))
                break;
            swap(here, before, size);
        }
}
/* Of several elements that equal the key it is any. They stand beside each other. */
void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    const char *bytes = base;
    size_t low = 0;
    while (low < count) {
        size_t middle = low + (count - low) / 2;
        int order = compare(key, bytes + middle * size);
        if (order == 0) {
            size_t found = middle;
            while (found + 1 < count && compare(key, bytes + (found + 1) * size) == 0 && __fencesmith_nondet_bool())
                found++;
            if (found == middle)
                while (found > low && compare(key, bytes + (found - 1) * size) == 0 && __fencesmith_nondet_bool())
                    found--;
            return (void *)(bytes + found * size);
        }
        if (order > 0)
            low = middle + 1;
        else
            count = middle;
    }
    return 0;
}
/* Nothing is said of which numbers they are. */
int rand_r(unsigned *seed)
{
    unsigned number = __fencesmith_nondet_uint();
    *seed = __fencesmith_nondet_uint();
    __fencesmith_assume(number <= RAND_MAX);
    return (int)number;
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
unsigned htonl(unsigned number)
{
    return __builtin_bswap32(number);
}
unsigned ntohl(unsigned number)
{
    return __builtin_bswap32(number);
}
unsigned short htons(unsigned short number)
{
    return __builtin_bswap16(number);
}
unsigned short ntohs(unsigned short number)
{
    return __builtin_bswap16(number);
}
