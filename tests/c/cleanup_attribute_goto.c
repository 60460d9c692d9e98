// verdict: sc safe
// The attribute `cleanup` where jumps leave the block, stay in it, and go back in front of the declaration.
#include <assert.h>

static int order, count;

static void clean(int *what)
{
    order = order * 10 + *what;
    count++;
}

static int out(int early)
{
    int first __attribute__((cleanup(clean))) = 1;
    if (early)
        goto out;
    {
        int second __attribute__((cleanup(clean))) = 2;
        if (early == 0)
            goto out;
        first = 4;
    }
out:
    return first;
}

static int again(void)
{
    int rounds = 0;
retry:
    rounds++;
    int held __attribute__((cleanup(clean))) = rounds;
    if (rounds < 3)
        goto retry;
    {
        int inner __attribute__((cleanup(clean))) = 7;
        if (rounds < 4)
            goto retry;
    }
    return held;
}

static int loops(void)
{
    int sum = 0;
    for (int i = 1; i < 4; i++) {
        int item __attribute__((cleanup(clean))) = i;
        if (i == 2)
            goto next;
        if (i == 3)
            goto done;
        sum += item;
    next:
        sum += 10;
    }
done:
    return sum;
}

int main(void)
{
    assert(out(1) == 1 && order == 1);
    order = 0;
    assert(out(0) == 1 && order == 21);
    order = 0;
    assert(again() == 4 && order == 127374);
    order = 0;
    count = 0;
    assert(loops() == 21 && order == 123 && count == 3);
    return 0;
}
