// verdict: sc violation, tso violation, pso violation
// gcc: no, only since its version 15 are the bytes beside the first member left as they are
// An initialiser of a union is one of its first member; the other bytes of a larger one are arbitrary.
#include <assert.h>

union word {
    char first;
    int whole;
};

int main(void)
{
    union word local = {0};
    assert(local.first == 0);
    assert(local.whole == 0);
    return 0;
}
