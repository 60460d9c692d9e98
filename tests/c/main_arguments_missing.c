// verdict: sc violation, tso violation, pso violation
// property: null pointer dereferenced
#include <assert.h>

int main(int argc, char **argv)
{
    (void)argc;
    return argv[1][0] == 'v';
}
