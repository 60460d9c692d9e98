// error: 7:9 fork
#include <assert.h>
#include <unistd.h>

int main(void)
{
    if (fork())
        return 0;
    assert(1);
    return 0;
}
