// sc violation
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    char *p;
    assert(1);
    free(p);
    return 0;
}
