// verdict: sc safe, tso safe, pso safe
// A selection, an iteration and what stands in one without braces are blocks (C17, 6.8.4, 3 and 6.8.5, 5): a tag that is declared there
// ends with it.
#include <assert.h>

struct a { int x; };

static unsigned long before(int k)
{
    while (k--)
        if (sizeof(struct a { char c[9]; }) == 9)
            return sizeof(struct a);
    return sizeof(struct a);
}

int main(void)
{
    unsigned long size = 0;
    if (sizeof(struct a { char c[9]; }) == 9)
        assert(sizeof(struct a) == 9);
    else
        assert(0);
    assert(sizeof(struct a) == 4);
    if (size)
        size = 1;
    else
        size = sizeof(struct a { char c[7]; }) + sizeof(struct a);
    assert(size == 14 && sizeof(struct a) == 4);
    for (int i = 0; i < 2; i++, assert(sizeof(struct a) == 4))
        size += sizeof(struct a { char c[3]; });
    assert(size == 20 && sizeof(struct a) == 4);
    do
        size -= sizeof(struct a { char c[5]; });
    while (size > sizeof(struct a));
    assert(size == 0);
    switch ((int)sizeof(struct a { char c[2]; })) {
    case sizeof(struct a): size = 1;
    }
    assert(size == 1 && sizeof(struct a) == 4);
    if (sizeof(struct unseen { char c[2]; }) != 2)
        return 1;
    struct unseen { int x, y; };
    assert(sizeof(struct unseen) == 8 && before(1) == 9 && before(0) == 4);
    return 0;
}
