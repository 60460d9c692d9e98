// sc violation
// Memory from malloc holds anything, also where 64 bits are read at once.
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    long *p = malloc(sizeof(long));
    assert(*p != 5);
    return 0;
}
