// safe
#include <assert.h>
#include <stdint.h>
int a;
static void *volatile place = &a;

int main(void)
{
    void *found = place;
    assert(found != (void *)0 && found != (void *)1 && found != (void *)-1 && found != (void *)0xdead000000000100);
    return 0;
}
