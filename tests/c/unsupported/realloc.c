// error: 8:9 realloc
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(4);
    p = realloc(p, 8);
    assert(p);
    return 0;
}
