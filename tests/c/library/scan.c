// verdict: sc safe
// Numbers and characters that are read from a text.
#include <assert.h>
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int a = 0, b = 0, n = 0;
    unsigned u = 0;
    long l = 0;
    short h = 0;
    unsigned char c = 0;
    char k = 0;
    assert(sscanf("12 -7", "%d %d", &a, &b) == 2 && a == 12 && b == -7);
    assert(sscanf("3,4", "%d,%d", &a, &b) == 2 && a == 3 && b == 4);
    assert(sscanf("3;4", "%d,%d", &a, &b) == 1);
    assert(sscanf("", "%d", &a) == EOF && sscanf("x", "%d", &a) == 0);
    assert(sscanf("5", "%d %d", &a, &b) == 1 && a == 5);
    assert(sscanf("ff 0x1f 017", "%x %i %i", &u, &a, &b) == 3 && u == 255 && a == 31 && b == 15);
    assert(sscanf("70 900 -9000000000", "%hhu %hd %ld", &c, &h, &l) == 3 && c == 70 && h == 900 && l == -9000000000);
    assert(sscanf("12345", "%2d%3d", &a, &b) == 2 && a == 12 && b == 345);
    assert(sscanf("1 2 3", "%*d %d %*d", &a) == 1 && a == 2);
    assert(sscanf("key = 9", "key = %d", &n) == 1 && n == 9);
    assert(sscanf("z8", "%c%d", &k, &n) == 2 && k == 'z' && n == 8);
    assert(sscanf("50%", "%d%%%c", &a, &k) == 1 && a == 50);
    assert(sscanf("99999999999999999999", "%ld", &l) == 1 && l == LONG_MAX);
    unsigned long m = 0;
    assert(sscanf("-99999999999999999999 -1", "%lu %ld", &m, &l) == 2 && m == ULONG_MAX && l == -1);
    assert(sscanf("-9223372036854775809", "%ld", &l) == 1 && l == LONG_MIN);
    assert(sscanf("-", "%d", &a) == 0);
    return 0;
}
