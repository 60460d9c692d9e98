// verdict: sc safe, tso safe, pso safe
#include <assert.h>

int main(int argc, char *argv[])
{
    (void)argc;
    (void)argv;
    assert(sizeof argc == 4);
    return 0;
}
