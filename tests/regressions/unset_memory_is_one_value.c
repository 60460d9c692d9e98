// sc safe
// Two reads of memory that nobody has written find the same value, whatever their sizes.
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    long *p = malloc(sizeof(long));
    long a = *p;
    char c = *(char *)p;
    assert((char)a == c && *p == a);
    return 0;
}
