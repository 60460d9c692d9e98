// error: 7:5 this format of `sprintf`
#include <stdio.h>

int main(void)
{
    char text[8];
    sprintf(text, "%.1f", 0.5);
    return text[0] - '0';
}
