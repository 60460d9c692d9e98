// verdict: sc safe, tso safe, pso safe
// Scopes and shadowing, typedefs, forward declarations, inline and old-style functions, qualifiers.
#include <assert.h>

typedef struct tree tree;
struct tree {
    tree *left, *right;
    int key;
};
typedef int vector[3], *reference;
typedef int binary(int, int);

static binary minimum;
static inline int doubled(int x) { return 2 * x; }
static _Noreturn void never(void)
{
    for (;;)
        ;
}
int old_style(a, b)
int a;
short b;
{
    return a - b;
}

int x = 1;

static int depth(const tree *t)
{
    if (!t)
        return 0;
    int l = depth(t->left), r = depth(t->right);
    return 1 + (l > r ? l : r);
}

static int nothing(void) { return 0; }

static int declared_inside(void)
{
    int defined_below(int);
    extern int also_below;
    return defined_below(2) + also_below;
}
int also_below = 3;
int defined_below(int n) { return n + also_below; }

int main(int argc, char **argv)
{
    assert(declared_inside() == 8);
    (void)argc, (void)argv;
    assert(x == 1);
    int x = 2;
    {
        int x = 3;
        assert(x == 3);
        {
            extern int x;
            assert(x == 1);
        }
    }
    for (int x = 5; x < 6; x++)
        assert(x == 5);
    assert(x == 2);
    vector v = { 1, 2, 3 };
    reference r = &v[1];
    assert(*r == 2 && minimum(4, 3) == 3 && doubled(4) == 8 && old_style(5, 3) == 2);
    tree leaf = { 0, 0, 1 }, root = { &leaf, 0, 2 };
    assert(depth(&root) == 2);
    register int quick = 1;
    const volatile int fixed = 4;
    int *restrict only = &x;
    *only += quick;
    assert(x == 3 && fixed == 4);
    if (nothing())
        never();
    enum { HERE = 3 } e = HERE;
    struct {
        int only_here;
    } anonymous = { e };
    assert(anonymous.only_here == 3);
    return 0;
}

static int minimum(int a, int b) { return a < b ? a : b; }
