// verdict: sc safe, tso safe, pso safe
// Side effects inside ?: && || and the comma operator happen once, in order, and only when reached.
#include <assert.h>

static int calls;

static int yes(void)
{
    calls++;
    return 1;
}

static int no(void)
{
    calls += 10;
    return 0;
}

int main(void)
{
    int r = yes() || no();
    assert(r == 1 && calls == 1);
    r = no() && yes();
    assert(r == 0 && calls == 11);
    r = no() || yes();
    assert(r == 1 && calls == 22);
    r = yes() && yes() && no() && yes();
    assert(r == 0 && calls == 34);
    calls = 0;
    r = yes() ? 5 : no();
    assert(r == 5 && calls == 1);
    r = no() ? no() : (yes(), yes(), 7);
    assert(r == 7 && calls == 13);
    int x = 1, y = 0;
    (x && y++) || (x = 5);
    assert(x == 5 && y == 1);
    x = (y = 3, y + 1);
    assert(x == 4 && y == 3);
    r = x++ + 1;
    assert(r == 5 && x == 5);
    r = ++x * 2;
    assert(r == 12 && x == 6);
    int a[3] = { 0, 0, 0 }, i = 0;
    a[i++] = 1;
    a[i++] += 2;
    assert(i == 2 && a[0] == 1 && a[1] == 2 && a[2] == 0);
    x = y = i = 9;
    assert(x == 9 && y == 9 && i == 9);
    if (yes(), no())
        assert(0);
    int *p = a;
    *p++ = 4;
    assert(a[0] == 4 && *p == 2 && (*p)++ == 2 && *p == 3);
    assert((x > 5 ? y : i) == 9);
    r = x ?: no();
    assert(r == 9);
    while (calls > 20 && no() == 0 && calls < 40)
        ;
    assert(calls == 44);
    return 0;
}
