// verdict: sc safe, tso safe, pso safe
// They are of the loop around, as gcc has it.
#include <assert.h>
int main(void)
{
    int y = 0;
    while (1) {
        if (++y == 2)
            break;
        do
            ;
        while (({ if (y) continue; 0; }));
        assert(0);
    }
    while (1) {
        while (({ if (y) break; 0; }))
            ;
        assert(0);
    }
    for (int i = 0; i < 3; i++)
        for (y = 0; y < 5; y += ({ if (y == 2) continue; 1; }))
            assert(y < 3);
    return 0;
}
