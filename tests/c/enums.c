// verdict: sc safe, tso safe, pso safe
#include <assert.h>

enum colour { RED, GREEN = 5, BLUE };
enum { NEGATIVE = -1, ZERO, LARGE = 1 << 20 };
typedef enum state { IDLE = 'i', BUSY = 'b' } state;

static enum colour next(enum colour c)
{
    switch (c) {
    case RED:
        return GREEN;
    case GREEN:
        return BLUE;
    default:
        return RED;
    }
}

int main(void)
{
    enum colour c = RED;
    c = next(c);
    assert(c == GREEN && c == 5);
    c = next(c);
    assert(c == BLUE && c == 6);
    c = next(c);
    assert(c == RED && c == 0);
    assert(NEGATIVE < ZERO && LARGE == 1048576);
    state s = IDLE;
    s = s == IDLE ? BUSY : IDLE;
    assert(s == 'b');
    int table[BLUE + 1] = { [GREEN] = 7 };
    assert(table[GREEN] == 7 && table[RED] == 0 && sizeof table / sizeof table[0] == 7);
    return 0;
}
