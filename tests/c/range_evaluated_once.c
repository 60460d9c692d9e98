// verdict: sc safe, tso safe, pso safe
#include <assert.h>

static int count;
static int next(void) { return ++count; }

struct s {
    int a[2], b;
};

int main(void)
{
    int a[4] = { [0 ... 3] = next() };
    assert(count == 1 && a[0] == 1 && a[3] == 1);
    int b[5] = { next(), [1 ... 3] = next() + 1, next() };
    assert(count == 4 && b[0] == 2 && b[1] == 4 && b[3] == 4 && b[4] == 4);
    struct s c[3] = { [0 ... 1] = { { next(), next() }, next() } };
    assert(count == 7 && c[0].a[0] == 5 && c[1].a[1] == 6 && c[1].b == 7 && c[2].b == 0);
    __int128 w[2] = { [0 ... 1] = (__int128)next() << 64 };
    assert(count == 8 && (int)(w[1] >> 64) == 8);
    return 0;
}
