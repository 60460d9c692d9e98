// verdict: sc safe, tso safe, pso safe
#include <assert.h>

#define MAX(a, b)                     \
    ({                                \
        __typeof__(a) left = (a);     \
        __typeof__(b) right = (b);    \
        left > right ? left : right;  \
    })

static int calls;
static int next(void) { return ++calls; }

int main(void)
{
    assert(MAX(3, 7) == 7);
    assert(MAX(next(), 0) == 1 && calls == 1);
    assert(MAX(MAX(1, 2), MAX(3, 2)) == 3);
    int x = ({
        int sum = 0;
        for (int i = 1; i <= 3; i++)
            sum += i;
        sum;
    });
    assert(x == 6);
    if (({ x++; x == 7; }))
        x = ({ goto out; 5; });
out:
    assert(x == 7);
    ({ x = 1; });
    assert(x == 1);
    while (({ x += 2; x < 6; }))
        ;
    assert(x == 7);
    return 0;
}
