// verdict: sc violation, tso violation, pso violation
// property: access after free
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    char *text = malloc(4);
    text[0] = 0;
    free(text);
    printf("%d %s\n", 1, text);
    return 0;
}
