// error: 7:5 break
#include <assert.h>

int main(void)
{
    assert(1);
    break;
    return 0;
}
