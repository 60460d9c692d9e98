// verdict: sc safe
// gcc: no, a function that nobody defines is called where only some levels of optimisation leave no call
// Calls of what nobody defines, where no control comes: assertions at compile time are written so.
#include <assert.h>

extern int not_reached(void) __attribute__((error("not reached")));
extern int perhaps(void) __attribute__((weak));

int main(void)
{
    int count = 0;
    while (!(sizeof(int) == 4))
        not_reached();
    for (; 0; not_reached())
        count++;
    sizeof(int) == 4 ? (void)count++ : (void)not_reached();
    if (perhaps)
        return perhaps();
    assert(count == 1 && perhaps == 0);
    return 0;
}
