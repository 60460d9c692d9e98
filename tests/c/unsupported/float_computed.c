// error: 8:15 floating point
// What is not constant is not computed, and a pointer can see it.
#include <assert.h>

int main(int count, char **arguments)
{
    int n = count;
    float f = n;
    unsigned char *p = (unsigned char *)&f;
    assert(p[0] == 0);
    return 0;
}
