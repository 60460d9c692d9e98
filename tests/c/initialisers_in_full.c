// verdict: sc safe, tso safe, pso safe
// Every byte of an initialised object has a value, named or not.
#include <assert.h>
#include <string.h>
struct inner { char c; short s; };
struct all { int a; struct inner i; long l[2]; unsigned f : 3, g : 5; char text[6]; };
static int sum(const unsigned char *bytes, int n) { int s = 0; while (n--) s += *bytes++; return s; }
int main(void)
{
    int one = 0, *p = &one;
    assert(*p == 0);
    int some[5] = {[1] = 7, [3] = 0};
    assert(sum((unsigned char *)some, sizeof some) == 7);
    struct all x = {.i.s = 3, .l = {[1] = 4}, .g = 9, .text = "ab"};
    struct all *q = &x;
    assert(q->a == 0 && q->i.c == 0 && q->i.s == 3 && q->l[0] == 0 && q->l[1] == 4 && q->f == 0 && q->g == 9);
    assert(strlen(q->text) == 2 && q->text[5] == 0);
    int twice[3] = {1, 2, [0] = 5, 6}, *r = twice;
    assert(r[0] == 5 && r[1] == 6 && r[2] == 0);
    char name[8] = "x", *n = name;
    assert(n[0] == 'x' && n[7] == 0);
    for (int i = 0; i < 2; i++) {
        int fresh[2] = {i}, *f = fresh;
        assert(f[1] == 0);
        f[1] = 9;
    }
    return 0;
}
