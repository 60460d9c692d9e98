// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
// The place behind the last element is an address, and nothing to access, by whatever way of writing it.
#include <assert.h>
#include <stdatomic.h>

static struct {
    atomic_int slots[3];
    int head;
} ring;
volatile int three = 3;

int main(void)
{
    assert(1);
    atomic_store(&ring.slots[three], 1);
    return 0;
}
