// error: 10:12 no member
#include <assert.h>

struct pair {
    int a;
} p;

int main(void)
{
    assert(p.b == 0);
    return 0;
}
