// verdict: sc violation, tso violation, pso violation
// property: assertion violated
#include <assert.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    assert(argv[1][0] != 'q');
    return 0;
}
