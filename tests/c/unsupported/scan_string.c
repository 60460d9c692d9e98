// error: 8:5 this format of `scanf`
// How much is written depends on the input.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    char text[8];
    scanf("%7s", text);
    assert(1);
    return 0;
}
