// safe
#include <assert.h>

union value {
    int *pointer;
    struct {
        short low, high;
    } pair;
    int number;
};
static int x;

int main(void)
{
    union value v, w;
    v.number = 3;
    assert(v.number == 3);
    v.pointer = &x;
    w = v;
    assert(w.pointer == &x);
    v.pair.low = 1;
    v.pair.high = 2;
    assert(v.pair.low + v.pair.high == 3);
    v.pointer = 0;
    assert(v.pointer == 0);
    v.number = 4;
    assert(v.number == 4);
    return 0;
}
