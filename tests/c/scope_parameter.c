// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
#include <assert.h>

struct pair { int a, b; };
static int *kept;

static void keep(struct pair pair) { kept = &pair.b; }

int main(void)
{
    assert(1);
    struct pair pair = { 1, 2 };
    keep(pair);
    return *kept;
}
