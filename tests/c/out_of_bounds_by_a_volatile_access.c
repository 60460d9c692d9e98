// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
#include <assert.h>

static struct {
    int slots[3];
    int head;
} ring;
volatile int three = 3;

int main(void)
{
    assert(1);
    *(volatile int *)&ring.slots[three] = 1;
    return 0;
}
