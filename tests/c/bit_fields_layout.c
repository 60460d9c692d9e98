// verdict: sc safe, tso safe, pso safe
// Zero-width and unnamed fields, fields in unions, nested and designated initialisers, and what lies beside them.
#include <assert.h>

struct mixed {
    unsigned a : 17;
    char c;
    unsigned b : 9;
    int : 0;
    unsigned d : 4;
    unsigned : 5;
    int e : 7;
} g[2] = {[1] = {.c = 3, .a = 100000, .e = -60, .d = 9, .b = 300}};

union overlay {
    struct {
        unsigned low : 4, high : 4;
    } nibbles;
    unsigned char byte;
    unsigned f : 11;
} u = {{3, 12}};

struct outer {
    struct mixed m;
    union overlay u;
    struct {
        unsigned x : 1, y : 31;
    };
} o = {{1, 2, 3, 4, 5}, .u.f = 2047, .x = 1, .y = 5};

struct empty_end {
    char tag;
    unsigned v : 31;
    char text[];
};

int main(void)
{
    assert(sizeof(struct mixed) == 12 && sizeof(union overlay) == 4 && sizeof(struct empty_end) == 8);
    assert(g[1].c == 3 && g[1].a == 100000 && g[1].e == -60 && g[1].d == 9 && g[1].b == 300 && g[0].a == 0);
    g[1].a = 0x1ffff;
    assert(g[1].c == 3 && g[1].b == 300);
    assert(u.byte == 0xc3);
    u.nibbles.high--;
    assert(u.byte == 0xb3);
    u.f = 0x7ff;
    assert(u.byte == 0xff && u.nibbles.low == 15);
    assert(o.m.e == 5 && o.m.c == 2 && o.u.nibbles.high == 15 && o.x == 1 && o.y == 5);
    struct outer l = {{1, 2, 3, 4, 5}, .u.f = 2047, .x = 1, .y = 5};
    assert(l.m.e == 5 && l.m.c == 2 && l.m.d == 4 && l.m.b == 3 && l.u.nibbles.high == 15 && l.x == 1 && l.y == 5);
    struct mixed v = (struct mixed){.e = -1, .a = 3};
    assert(v.e == -1 && v.a == 3 && v.b == 0);
    v.a--;
    v.a -= 3;
    assert(v.a == 131071 && v.c == 0);
    struct { unsigned f0 : 9; unsigned f1 : 18; } two = {15, 477}, again = {.f0 = 1, .f1 = 2, .f0 = 3};
    assert(two.f0 == 15 && two.f1 == 477 && again.f0 == 3 && again.f1 == 2);
    return 0;
}
