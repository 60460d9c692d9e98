// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <stdint.h>

struct a {
    int x;
};
struct b {
    int x, y;
};

int main(void)
{
    int i = -1;
    assert((unsigned char)i == 255 && (signed char)200 == -56);
    assert((long)(unsigned)i == 4294967295L && (unsigned long)(long)i == UINT64_MAX);
    assert((short)(unsigned short)40000 == -25536);
    assert((int)(char)0x1ff == -1 && (_Bool)256 == 1 && (_Bool)0 == 0);
    assert((uint32_t)-5 % 7 == (4294967291u) % 7);
    struct b b = { 1, 2 };
    struct a *first = (struct a *)&b;
    first->x = 9;
    assert(b.x == 9 && ((struct b *)first)->y == 2);
    void *p = &b;
    assert(((struct b *)p)->y == 2 && (char *)p + 4 == (char *)&b.y);
    intptr_t number = (intptr_t)p;
    assert((void *)number == p);
    assert((long)(void *)42L == 42 && (int)(long)(void *)-3L == -3);
    int *np = (int *)0;
    assert(np == (void *)0);
    (void)i;
    uint32_t words[2] = { 0x01020304, 0x05060708 };
    uint64_t whole = *(uint64_t *)words;
    assert(whole == 0x0506070801020304u);
    *(uint16_t *)((char *)words + 2) = 0xffff;
    assert(words[0] == 0xffff0304);
    uint8_t *bytes = (uint8_t *)words;
    assert(bytes[7] == 5);
    return 0;
}
