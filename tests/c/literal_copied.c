// verdict: sc safe, tso safe, pso safe
// An array that a string initialises is an object of its own, and what a pointer to const points at may be written.
#include <assert.h>
#include <string.h>

char shared[] = "abc";

int main(void)
{
    char own[] = "abc";
    static char kept[4] = "abc";
    const char *view = own;
    own[0] = 'x';
    *(char *)(view + 1) = 'y';
    kept[1] = 'z';
    shared[2] = 'w';
    memset(own + 2, 'v', 1);
    assert(own[0] == 'x' && own[1] == 'y' && own[2] == 'v' && kept[1] == 'z' && shared[2] == 'w');
    assert("abc"[0] == 'a');
    return 0;
}
