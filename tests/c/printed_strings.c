// verdict: sc safe, tso safe, pso safe
#include <stdio.h>
int main(void)
{
    char text[4] = "abc";
    const char *none = 0;
    printf("%s %*d %.0s%%\n", text, 3, 4, none);
    puts(text);
    fputs("literal", stdout);
    fprintf(stderr, "%5s %c", text + 3, text[0]);
    return 0;
}
