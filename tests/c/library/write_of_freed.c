// verdict: sc violation, tso violation, pso violation
// property: access after free
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
    char *text = calloc(1, 4);
    free(text);
    write(1, text, 4);
    return 0;
}
