// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
#include <assert.h>

int main(void)
{
    assert(1);
    return *({ int t = 1; &t; });
}
