// verdict: sc safe, tso safe, pso safe
// A function that ends without a result may be called for its effects; one of its ways may give a result.
#include <assert.h>

static int seen;

static int note(int x)
{
    seen += x;
}

static int sometimes(int x)
{
    if (x)
        return 3;
}

static short leaves(int x)
{
    if (x)
        return x;
    return;
}

int main(void)
{
    note(2);
    int unused = note(3);
    sometimes(0);
    leaves(0);
    assert(seen == 5 && sometimes(1) == 3 && leaves(4) == 4);
}
