// verdict: sc safe, tso safe, pso safe
// A compound literal is an object: it has an address, can be written, and is a new one each time its block is entered.
#include <assert.h>

struct pair {
    int x, y;
};

static int *file = (int[]){1, 2, 3};
static struct pair *record = &(struct pair){.y = 7};
static const char *text = (const char[]){"abc"};
static int **levels = &(int *){&(int){9}};

static int sum(const struct pair *p)
{
    return p->x + p->y;
}

static void set(int *p, int value)
{
    *p = value;
}

static int first(struct pair p)
{
    return p.x;
}

int main(void)
{
    assert(file[2] == 3 && record->y == 7 && record->x == 0 && text[1] == 'b' && **levels == 9);
    file[0]++;
    record->x = file[0];
    assert(record->x == 2);
    long v = __sync_fetch_and_nand(&(long){6}, 3);
    assert(v == 6);
    int *p = &(int){5};
    *p += 1;
    set(p, *p * 2);
    assert(*p == 12);
    assert(sum(&(struct pair){3, 4}) == 7 && first((struct pair){.x = 8}) == 8);
    assert(((struct pair){1, 2}).y == 2 && ((int[]){4, 5, 6})[1] == 5 && (int){7} == 7);
    (int){0} = 3;
    (struct pair){0, 0}.x = 4;
    int total = 0, *previous = 0;
    for (int i = 0; i < 3; i++) {
        int *q = &(int){i};
        assert(*q == i);
        *q += 10;
        total += *q;
    }
    assert(total == 33);
    struct pair *both[2];
    both[0] = &(struct pair){1, 2};
    both[1] = &(struct pair){1, 2};
    both[0]->x = 5;
    assert(both[1]->x == 1 && both[0] != both[1]);
    char *s = (char[]){"xyz"};
    s[0] = 'w';
    assert(s[0] == 'w' && s[3] == 0 && sizeof((char[]){"xyz"}) == 4);
    struct pair copy = *(struct pair[]){{1, 1}, {2, 2}};
    assert(copy.x == 1);
    _Bool *flag = &(_Bool){17};
    assert(*flag == 1);
    short *narrow = &(short){65537};
    assert(*narrow == 1 && ++*narrow == 2);
    assert(previous == 0);
    return 0;
}
