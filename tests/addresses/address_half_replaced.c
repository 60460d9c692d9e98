// unknown
#include <assert.h>
#include <string.h>
static int g, h;
int main(void)
{
    int *p = &g, *q = &h;
    memcpy((char *)&p + 4, &q, 4);
    unsigned long u = (unsigned long)p;
    assert(u != 3);
    assert((u >> 32) > 100);
    return 0;
}
