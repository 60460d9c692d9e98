// verdict: sc safe, tso safe, pso safe
// What a constant condition excludes may be anything, unless a jump leads into it.
#include <assert.h>

int main(void)
{
    int x = 0;
    if (0) {
        double d = 2;
        d = d * 3;
        if (d > 5)
            x = 1;
    } else
        x += 2;
    if (sizeof(long) == 4) {
        long double wide = 3;
        assert(wide * wide == 8);
    }
    goto inside;
    if (0) {
    inside:
        x += 4;
    }
    switch (x) {
        if (0) {
        case 6:
            x += 8;
        }
    }
    assert(x == 14);
    return 0;
}
