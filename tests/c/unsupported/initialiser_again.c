// error: 6:17 two lists of values
#include <assert.h>
struct pair { int a, b; };
int main(void)
{
    struct pair v[2] = {{1, 1}, [0] = {.b = 2}}, *p = v;
    assert(p->a == 0);
    return 0;
}
