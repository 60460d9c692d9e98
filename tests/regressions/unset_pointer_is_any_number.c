// sc violation
// A pointer that nobody has set need not be aligned.
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    char **p = malloc(sizeof *p);
    assert((unsigned long)*p % 32 == 0 || *p == 0);
    return 0;
}
