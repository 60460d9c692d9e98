// error: 9:12 strlen
#include <assert.h>
#include <string.h>

char word[] = "abc";

int main(void)
{
    assert(strlen(word) == 3);
    return 0;
}
