// verdict: sc safe, tso safe, pso safe
// Designated, nested and partial initialisers, compound literals, string literals.
#include <assert.h>

struct inner {
    int a, b;
};

struct outer {
    int id;
    struct inner in;
    int list[4];
    const char *name;
};

struct outer global = { .list = { [2] = 7, 8 }, .in.b = 3, .id = 1, .name = "x" };
int sparse[] = { [4] = 1, [1] = 2, 3 };
int ranged[6] = { [1 ... 3] = 9, [5] = 1 };
struct inner pairs[2] = { [1] = { .b = 2 }, [0].a = 4 };

static int total(const struct inner *in) { return in->a + in->b; }

int main(void)
{
    assert(global.id == 1 && global.in.a == 0 && global.in.b == 3);
    assert(global.list[0] == 0 && global.list[2] == 7 && global.list[3] == 8 && global.name[0] == 'x');
    assert(sizeof sparse / sizeof *sparse == 5 && sparse[1] == 2 && sparse[2] == 3 && sparse[3] == 0 && sparse[4] == 1);
    assert(ranged[0] == 0 && ranged[1] == 9 && ranged[3] == 9 && ranged[4] == 0 && ranged[5] == 1);
    assert(pairs[0].a == 4 && pairs[0].b == 0 && pairs[1].b == 2);
    int n = 5;
    struct outer local = { n, { n + 1 }, { n }, .name = 0 };
    assert(local.id == 5 && local.in.a == 6 && local.in.b == 0 && local.list[0] == 5 && local.list[1] == 0);
    struct outer flat = { 1, 2, 3, 4, 5, 6, 7, "y" };
    assert(flat.in.b == 3 && flat.list[3] == 7);
    assert(total(&(struct inner){ 2, 3 }) == 5);
    struct inner *lit = &(struct inner){ .b = n };
    lit->a = 1;
    assert(total(lit) == 6);
    assert(((int[]){ 1, 2, 3 })[1] == 2);
    char text[] = { 'a', 'b', 0 };
    assert(text[1] == "ab"[1]);
    struct inner zero = { 0 }, empty = {};
    assert(total(&zero) == 0 && total(&empty) == 0);
    for (int i = 0; i < 2; i++) {
        int again[2] = { i };
        assert(again[0] == i && again[1] == 0);
        again[1] = 5;
    }
    return 0;
}
