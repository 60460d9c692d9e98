// error: 7:5 nested function
#include <assert.h>

int main(void)
{
    int x = 1;
    int add(int y) { return x + y; }
    assert(add(1) == 2);
    return 0;
}
