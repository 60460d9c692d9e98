// verdict: sc safe, tso safe, pso safe
// Static duration: one object for all calls, initialised once, zero by default.
#include <assert.h>

static int counter;
int initialised = 3;
int *address = &initialised;
const char *const names[2] = { "one", "two" };
extern int later;

static int tick(void)
{
    static int n = 10;
    static int calls;
    calls++;
    counter = calls;
    return n++;
}

static int *cell(void)
{
    static int inner[2];
    return inner;
}

int main(void)
{
    assert(tick() == 10 && tick() == 11 && tick() == 12);
    assert(counter == 3 && *address == 3);
    *cell() = 4;
    assert(cell()[0] == 4 && cell()[1] == 0);
    for (int i = 0; i < 2; i++) {
        static int kept = 1;
        int fresh = 1;
        kept++;
        fresh++;
        assert(kept == i + 2 && fresh == 2);
    }
    assert(names[1][0] == 't' && later == 8);
    return 0;
}

int later = 8;
