// verdict: sc safe, tso safe, pso safe
// Values for several elements that declare a type, enumerators or a label, and a value without a designator behind them.
#include <assert.h>

int main(void)
{
    int n = 0;
    int a[6] = { [0 ... 3] = ((struct a { int x; }){ 5 }).x, 7 };
    assert(a[0] == 5 && a[3] == 5 && a[4] == 7 && a[5] == 0);
    int b[6] = { [0 ... 3] = sizeof(struct __attribute__((packed)) b { char c; int x; }), sizeof(struct b) + 1 };
    assert(b[0] == 5 && b[3] == 5 && b[4] == 6 && b[5] == 0);
    int c[6] = { [0 ... 3] = sizeof(enum { E = 3 }) + E, ((int[2]){ [0 ... 1] = E, E })[1] };
    assert(c[0] == 7 && c[3] == 7 && c[4] == 3 && c[5] == 0);
    int d[6] = { [0 ... 3] = ({ again: n++; if (n < 3) goto again; n; }), 7 };
    assert(n == 3 && d[0] == 3 && d[3] == 3 && d[4] == 7 && d[5] == 0);
    return 0;
}
