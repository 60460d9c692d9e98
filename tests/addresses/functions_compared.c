// safe
#include <assert.h>

static int f(void) { return 1; }
static int g(void) { return 2; }
static int (*volatile table[2])(void) = {f, g};

int main(void)
{
    int (*first)(void) = table[0], (*second)(void) = table[1];
    assert(first == f && second != first && second != 0 && first() + second() == 3);
    return 0;
}
