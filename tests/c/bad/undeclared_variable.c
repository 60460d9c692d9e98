// error: 6:12 counter
#include <assert.h>

int main(void)
{
    assert(counter == 0);
    return 0;
}
