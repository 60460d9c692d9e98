// verdict: sc safe
// options: tests/c/units/own_thrd_create.part
// A function with a name of the library that another unit defines is that unit's: it takes the address of a local variable.
#include <assert.h>

int thrd_create(unsigned long *thread, int (*start)(void *), void *argument);

static int start(void *argument)
{
    return *(int *)argument;
}

int main(void)
{
    unsigned long thread = 0;
    int argument = 3;
    assert(thrd_create(&thread, start, &argument) == 3);
    assert(thread == 1);
    return 0;
}
