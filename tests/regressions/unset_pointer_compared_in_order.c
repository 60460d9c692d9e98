// sc violation
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    char **p = malloc(sizeof *p);
    assert((unsigned long)*p >= 0xdeadbeef);
    return 0;
}
