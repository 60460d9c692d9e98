// error: 9:5 this format of `printf`
// `%n` writes how much was printed.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n = 7;
    printf("100%% abc%ln", &n);
    assert(n == 7);
    return 0;
}
