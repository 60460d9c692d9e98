// verdict: sc safe, tso safe, pso safe
// The value of a cast has the unqualified type, however that is named.
#include <assert.h>
#include <stddef.h>

typedef const int fixed;
static const long wide = 7;
static int plus_one(int x)
{
    return x + 1;
}

int main(void)
{
    int x = 3, y = 0;
    typeof((const int)x) *p = &x;
    *p = 4;
    typeof((fixed)x) q = 1;
    q = q + 1;
    typeof((typeof(wide))x) r = 2;
    r++;
    typeof((int *const)&x) s = NULL;
    s = &y;
    *s = 9;
    typeof((int (*const)(int))plus_one) f = NULL;
    f = plus_one;
    __auto_type t = (volatile int)((const int)x + 1);
    t++;
    assert(x == 4 && q == 2 && r == 3 && y == 9 && f(1) == 2 && t == 6);
    assert(_Generic((const int)x, int: 1, const int: 2, default: 3) == 1);
    assert(_Generic((fixed)x + 0L, long: 1, default: 3) == 1);
    assert(_Generic(&(const int){ 1 }, const int *: 1, int *: 2, default: 3) == 1);
    /* What it points to keeps its qualifiers. */
    assert(_Generic((const int *const)&x, const int *: 1, int *: 2, default: 3) == 1);
    return 0;
}
