// title: a string of which nobody has set the first character is printed
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc violation
// property: use of what nobody has set
#include <stdio.h>

int main(void)
{
    char text[4];
    text[3] = 0;
    printf("%s", text);
    return 0;
}
