// verdict: sc violation, tso violation, pso violation
// property: assertion violated
#include <assert.h>
#include <stdlib.h>

static int number;

static void ends(void)
{
    assert(number != 1);
}
__attribute__((constructor)) static void begins(void)
{
    number = 1;
    atexit(ends);
}
int main(int argc, char **argv)
{
    return argc > 5 && argv[1][0];
}
