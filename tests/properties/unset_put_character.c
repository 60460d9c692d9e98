// title: a character is printed that nobody has set
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc violation
// property: use of what nobody has set
#include <stdio.h>

int main(void)
{
    int unset;
    putchar(unset);
    return 0;
}
