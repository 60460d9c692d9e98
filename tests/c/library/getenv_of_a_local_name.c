// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <stdlib.h>

static char *ask(char first)
{
    char name[2] = { first };
    return getenv(name);
}

int main(void)
{
    char *x = ask('X');
    ask('Y');
    assert(x == ask('X'));
    return 0;
}
