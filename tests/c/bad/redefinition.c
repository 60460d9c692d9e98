// error: 5:5 x
#include <assert.h>

int x = 1;
int x = 2;

int main(void)
{
    assert(x);
    return 0;
}
