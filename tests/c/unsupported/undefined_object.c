// error: 4:12 elsewhere
#include <assert.h>

extern int elsewhere;

int main(void)
{
    assert(elsewhere == 0);
    return 0;
}
