// verdict: sc safe, tso safe, pso safe
// The cases jump into the block past the declaration; the variable is there.
#include <assert.h>

static void set(int *p, int value) { *p = value; }

static int choose(int which)
{
    int result = 0;
    switch (which) {
        int own;
    case 1:
        set(&own, 5);
        result = own;
        break;
    case 2: {
        int inner;
        set(&inner, 6);
        result = inner;
    }
    }
    return result;
}

int main(void)
{
    assert(choose(1) == 5 && choose(2) == 6 && choose(3) == 0);
    return 0;
}
