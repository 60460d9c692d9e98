// unknown
#include <assert.h>
#include <string.h>
static int g, h;
int main(void)
{
    int *a[2] = {&g, &h};
    unsigned long u;
    memcpy(&u, (char *)a + 4, 8);
    assert(u != 3);
    return 0;
}
