// verdict: sc safe, tso safe, pso safe
// Destructors run when main has returned, behind the functions given to atexit: those with a number last, the least last.
#include <assert.h>
#include <stdlib.h>

static int length;

__attribute__((destructor(201))) static void fifth(void)
{
    assert(length++ == 4);
}
__attribute__((destructor)) static void third(void)
{
    assert(length++ == 2);
}
__attribute__((destructor)) static void second(void)
{
    assert(length++ == 1);
}
static void fourth(void) __attribute__((destructor(202)));
static void fourth(void)
{
    assert(length++ == 3);
}
static void first(void)
{
    assert(length++ == 0);
}
__attribute__((constructor)) static void begins(void)
{
    atexit(first);
}
int main(void)
{
    return length;
}
