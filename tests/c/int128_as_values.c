// verdict: sc safe
// Numbers of 128 bits as arguments, results, members, elements, and in expressions that choose.
#include <assert.h>

typedef unsigned __int128 wide;

struct pair {
    char tag;
    __int128 number;
};

static wide twice(wide x)
{
    x *= 2;
    return x;
}
static wide power(int n)
{
    return n > 0 ? twice(power(n - 10)) << 9 : 1;
}
static __int128 sum(int count, const __int128 *numbers)
{
    __int128 all = 0;
    while (count--)
        all += numbers[count];
    return all;
}
static struct pair made(__int128 number)
{
    return (struct pair){ 'p', number };
}

int main(void)
{
    wide (*function)(wide) = twice;
    __int128 numbers[3] = { -1, (__int128)1 << 64 };
    wide x = 5, y = x++, z;
    struct pair p = made(-7), q = p;

    assert(power(70) == (wide)1 << 70);
    assert(function(power(60)) == (wide)2 << 60);
    numbers[2] = 4;
    assert(sum(3, numbers) == ((__int128)1 << 64) + 3);
    assert(x == 6 && y == 5 && --x == 5 && x-- == 5 && ++x == 5);
    q.number <<= 2;
    assert(p.number == -7 && q.number == -28 && made(3).number == 3);
    z = x = y = 9;
    assert(x + y + z == 27);
    assert((x > 8 ? twice(x) : y) == 18 && (y, z) == 9 && (z ?: x) == 9);
    assert(({ wide inner = z; inner ^= 1; inner; }) == 8);
    assert(*&x == 9 && sizeof x == 16);
    x = x && y;
    assert(x == 1);
    return 0;
}
