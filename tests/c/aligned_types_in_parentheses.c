// verdict: sc safe, tso safe, pso safe
// An attribute in front of the name of a type aligns no object, and nobody asks for the alignment of a function.
#include <assert.h>

typedef int T;
typedef struct { int member; } S;

static int (__attribute__((aligned(16))) function)(void) { return 7; }

int main(void)
{
    long x = 3;
    T y = (__attribute__((aligned(16))) T)x;
    assert(y == 3);
    assert(sizeof(__attribute__((aligned(8))) T) == 4);
    assert(sizeof(__attribute__((aligned(8))) S) == 4);
    assert(function() == 7);
    return 0;
}
