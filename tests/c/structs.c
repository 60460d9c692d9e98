// verdict: sc safe, tso safe, pso safe
// Members, nesting, arrays of and in structs, assignment, by value to and from functions.
#include <assert.h>
#include <stddef.h>

struct point {
    int x, y;
};

struct shape {
    char tag;
    struct point corner[2];
    struct {
        short inner;
    };
    struct point *link;
};

static struct point moved(struct point p, int by)
{
    p.x += by;
    p.y -= by;
    return p;
}

static void set(struct point *p, int x, int y)
{
    p->x = x;
    p->y = y;
}

struct shape global;

int main(void)
{
    struct point a = { 1, 2 };
    struct point b = moved(a, 10);
    assert(a.x == 1 && a.y == 2);
    assert(b.x == 11 && b.y == -8);
    a = b;
    b.x = 0;
    assert(a.x == 11);
    global.corner[1] = a;
    global.link = &global.corner[1];
    global.link->y = 3;
    global.inner = 9;
    assert(global.corner[1].x == 11 && global.corner[1].y == 3 && global.inner == 9);
    assert(global.tag == 0 && global.corner[0].x == 0);
    set(&global.corner[0], 4, 5);
    struct shape copy = global;
    copy.corner[0].x = 6;
    assert(global.corner[0].x == 4 && copy.corner[0].y == 5);
    assert(copy.link == &global.corner[1]);
    assert(moved(a, 1).x == 12);
    struct point line[3] = { { 1, 1 }, { 2, 4 }, { 3, 9 } };
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += line[i].x * line[i].y;
    assert(sum == 36);
    struct point *p = line;
    p++;
    assert(p->y == 4 && (*p).x == 2 && (p + 1)->y == 9);
    assert(offsetof(struct shape, corner) == 4 && sizeof(struct shape) == 32);
    return 0;
}
