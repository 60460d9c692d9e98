// error: 9:5 condition variable
#include <assert.h>
#include <threads.h>

cnd_t changed;

int main(void)
{
    cnd_signal(&changed);
    assert(1);
    return 0;
}
