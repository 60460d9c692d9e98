// verdict: sc safe, tso safe, pso safe
#include <assert.h>

int main(int argc, char **argv)
{
    assert(argc > 0 && argc < 4 && argv[argc] == 0);
    if (argc == 2)
        assert(argv[1] != 0);
    return 0;
}
