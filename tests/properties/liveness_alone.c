// title: a flag that nobody else touches, waited for with read-modify-writes
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: liveness
// verdict: sc violation, tso violation, pso violation, arm8 violation, power violation
// property: thread waits in a loop for good
#include <stdatomic.h>

static atomic_int taken = 1;

int main(void)
{
    while (atomic_exchange(&taken, 1))
        ;
    return 0;
}
