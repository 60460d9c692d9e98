// title: a character and strings are printed that are set
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc safe
#include <stdio.h>

int main(void)
{
    int set = 'a';
    char text[2] = "b";
    putchar(set);
    puts(text);
    fwrite(text, 1, 2, stdout);
    printf("%s", text);
    return 0;
}
