// verdict: sc safe, tso safe, pso safe
// Fallthrough, default in the middle, ranges, nested switches and loops, no match.
#include <assert.h>

static int classify(int x)
{
    int r = 0;
    switch (x) {
    case 1:
        r += 1;
    case 2:
        r += 2;
        break;
    default:
        r = -1;
    case 3:
        r += 10;
        break;
    case 'a' ... 'f':
        r = 100;
        break;
    case -5:
        return 55;
    }
    return r;
}

static int copy_count(int n)
{
    int done = 0;
    switch (n % 4) {
    case 0:
        do {
            done++;
        case 3:
            done++;
        case 2:
            done++;
        case 1:
            done++;
        } while (done < n);
    }
    return done;
}

int main(void)
{
    assert(classify(1) == 3 && classify(2) == 2 && classify(3) == 10);
    assert(classify(9) == 9 && classify('c') == 100 && classify(-5) == 55);
    assert(copy_count(4) == 4 && copy_count(6) == 6 && copy_count(1) == 1);
    int n = 0;
    for (int i = 0; i < 5; i++) {
        switch (i) {
        case 1:
            continue;
        case 3:
            break;
        default:
            n += i;
        }
        n += 10;
    }
    assert(n == 46);
    switch (n) {
    case 1:
        n = 0;
    }
    assert(n == 46);
    switch (0x100000001L) {
    case 1:
        assert(0);
    case 0x100000001L:
        n = 1;
    }
    assert(n == 1);
    switch (n)
    case 1:
        n = 2;
    assert(n == 2);
    return 0;
}
