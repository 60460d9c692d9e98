// verdict: sc safe, tso safe, pso safe
// Bit-fields of arrays, results, unions and pointers that move; each part of an lvalue is evaluated once.
#include <assert.h>

struct small {
    unsigned a : 5, b : 9;
} s[4];

struct wide {
    unsigned long long a : 40;
    char c;
    int b : 24;
};

static struct wide make(int x)
{
    struct wide w = {x, 'q', -x};
    return w;
}

struct __attribute__((packed)) odd {
    char c;
    unsigned long long a : 61;
    short s;
    unsigned b : 31;
    char e;
} p[3];

struct {
    volatile int a : 5;
    const unsigned b : 3;
} v = {1, 7};

int main(void)
{
    for (int i = 0; i < 4; i++) {
        s[i].b = i * 200;
        s[i].a = i;
    }
    struct small *at = s;
    at++->b += 1;
    at->a--;
    assert(s[0].b == 1 && s[1].a == 0 && s[3].b == 88 && at == s + 1);
    assert(make(5).a == 5 && make(6).b == -6 && make(7).c == 'q');
    for (int i = 0; i < 3; i++) {
        p[i].a = 0x1fffffffffffffffULL - i;
        p[i].b = 0x7fffffff - i;
        p[i].s = -i;
        p[i].e = i;
        p[i].c = 9;
    }
    for (int i = 0; i < 3; i++) {
        assert(p[i].a == 0x1fffffffffffffffULL - i && p[i].b == 0x7fffffff - i);
        assert(p[i].s == -i && p[i].e == i && p[i].c == 9);
    }
    v.a += 20;
    assert(v.a == -11 && v.b == 7);
    struct {
        int a : 3, b : 5;
    } t = {1, 2}, *q = &t;
    q->a = q->b = 9;
    assert(q->b == 9 && q->a == 1 && (q->b ? q->a : q->b) == 1);
    switch (q->b) {
    case 9:
        break;
    default:
        assert(0);
    }
    return 0;
}
