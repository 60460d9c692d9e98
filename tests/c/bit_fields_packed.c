// verdict: sc safe, tso safe, pso safe
// Packed bit-fields share bytes and cross storage units; they lie where gcc puts them and compute in their widths.
#include <assert.h>

struct __attribute__((packed)) packed {
    unsigned char a : 3;
    unsigned b : 17;
    signed c : 23;
    unsigned long long d : 50;
    char t;
    short q : 9;
    unsigned long long z : 63;
    _Bool y : 1;
} p = {5, 99999, -4000000, 0x2345678901234ULL, 'x', -200, 0x7123456789abcdefULL, 1};

#pragma pack(push, 1)
struct tight {
    signed f0 : 17;
    signed f1 : 23;
};
#pragma pack(pop)

#pragma pack(2)
struct halves {
    int i : 20;
    int j : 20;
};
#pragma pack()

struct nested {
    char first;
    struct packed inner[2];
    struct tight last;
} global = {1, {{1, 2, 3, 4, 5, 6, 7, 1}, {7, 131071, -1, 1, 2, -3, 4, 0}}, {-1, 1}};

static unsigned long sum_of(const void *object, unsigned long size)
{
    const unsigned char *bytes = object;
    unsigned long sum = 0;
    for (unsigned long i = 0; i < size; i++)
        sum = sum * 31 + bytes[i];
    return sum;
}

int main(void)
{
    assert(sizeof p == 23 && sizeof(struct tight) == 5 && sizeof(struct halves) == 6);
    assert(p.a == 5 && p.b == 99999 && p.c == -4000000 && p.d == 0x2345678901234ULL && p.t == 'x');
    assert(p.q == -200 && p.z == 0x7123456789abcdefULL && p.y == 1);
    p.d ^= 0x3ffffffffffffULL;
    p.z += p.z;
    p.c -= p.b;
    p.q--;
    --p.q;
    assert(p.d == (0x2345678901234ULL ^ 0x3ffffffffffffULL));
    assert(p.z == (0x7123456789abcdefULL * 2 & 0x7fffffffffffffffULL));
    assert(p.c == -4099999 && p.q-- == -202 && p.q == -203);
    assert(p.a == 5 && p.t == 'x' && p.y == 1);
    assert(sum_of(&p, sizeof p) == 10594703943853157548UL);

    struct tight l = {256, 23057}, m = {.f1 = -1};
    assert(l.f0 == 256 && l.f1 == 23057 && m.f0 == 0 && m.f1 == -1);
    m = l;
    m.f0 = 65536;
    assert(m.f0 == -65536 && m.f1 == 23057);
    struct halves h = {-1, 524287};
    h.i++;
    h.j++;
    assert(h.i == 0 && h.j == -524288);

    struct nested n = {1, {{1, 2, 3, 4, 5, 6, 7, 1}, {7, 131071, -1, 1, 2, -3, 4, 0}}, {-1, 1}};
    for (int i = 0; i < 2; i++) {
        assert(n.inner[i].a == global.inner[i].a && n.inner[i].c == global.inner[i].c);
        assert(n.inner[i].d == global.inner[i].d && n.inner[i].t == global.inner[i].t);
    }
    assert(n.inner[1].b == 131071 && n.inner[1].q == -3 && n.inner[0].y && n.last.f0 == -1 && n.last.f1 == 1);
    n.inner[0] = n.inner[1];
    assert(n.inner[0].z == 4 && n.inner[0].c == -1 && n.inner[1].c == -1 && n.first == 1);
    return 0;
}
