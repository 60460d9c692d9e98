// error: 4:20 two lists of values
#include <assert.h>
struct pair { int a, b; };
static struct pair all[4] = {[0 ... 3] = {1, 2}, [2] = {.a = 3}};
int main(void)
{
    assert(all[2].b == 0);
    return 0;
}
