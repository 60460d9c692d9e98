// error: 12:5 incompatible types
#include <assert.h>

struct pair {
    int a;
};

int main(void)
{
    struct pair p = { 1 };
    int x = 1;
    x = p;
    assert(x == 1);
    return 0;
}
