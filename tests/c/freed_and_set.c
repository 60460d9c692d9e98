// verdict: sc violation, tso violation, pso violation
// property: access after free
// Nobody looks at what is set; the block is gone all the same.
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *block = malloc(8);
    free(block);
    memset(block, 1, 8);
    return 0;
}
