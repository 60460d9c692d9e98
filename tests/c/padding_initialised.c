// verdict: sc violation, tso violation, pso violation
// gcc: no, the outcome hangs on what lay on the stack
// Each member of a local object has its initialiser: gcc stores member by member, and the bytes between keep their values.
#include <assert.h>

struct padded {
    char c;
    int i;
};

int main(void)
{
    struct padded local = {1, 2};
    const unsigned char *bytes = (const unsigned char *)&local;
    assert(bytes[0] == 1 && bytes[4] == 2);
    assert(bytes[1] == 0);
    return 0;
}
