// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <unistd.h>

int main(void)
{
    pause();
    assert(0);
    return 0;
}
