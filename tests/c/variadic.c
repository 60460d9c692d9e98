// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <stdarg.h>

enum colour { RED, GREEN };

static int sum(int count, ...)
{
    va_list list, again;
    int result = 0;
    va_start(list, count);
    va_copy(again, list);
    for (int i = 0; i < count; i++)
        result += va_arg(list, int);
    for (int i = 0; i < count; i++)
        result += 100 * va_arg(again, int);
    va_end(again);
    va_end(list);
    return result;
}

static long rest(va_list list)
{
    char *text = va_arg(list, char *);
    return text[1] + va_arg(list, long);
}

static long mixed(const char *text, ...)
{
    va_list list;
    va_start(list, text);
    unsigned first = va_arg(list, unsigned);
    long result = first + rest(list);
    va_end(list);
    return result;
}

static int nested(int count, ...)
{
    va_list list;
    va_start(list, count);
    int result = count == 0 ? 0 : va_arg(list, int) + nested(count - 1, 10);
    va_end(list);
    return result;
}

int main(void)
{
    short small = -2;
    char character = 7;
    unsigned char byte = 200;
    int (*pointer)(int, ...) = sum;
    assert(sum(0) == 0);
    assert(sum(3, 1, small, character) == 606);
    assert(sum(2, byte, (enum colour)GREEN) == 20301);
    assert(pointer(2, 5, -5) == 0);
    assert(mixed("x", 1u, "ab", 2L) == 1 + 'b' + 2);
    assert(mixed("x", 1u, "ab", -1L, 5, 6) == 'b');
    assert(nested(2, 3) == 13);
    assert(sum(2, sum(1, 1), sum(1, 2)) == 101 * 303);
    return 0;
}
