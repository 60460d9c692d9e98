// error: 9:5 this format of `sscanf`
#include <stdio.h>

static char word[8];

int main(void)
{
    int number;
    sscanf("7 seven", "%d %7s", &number, word);
    return number;
}
