// unknown
#include <assert.h>
static char *last;
static void fill(char *bytes) { last = bytes; }
int main(void)
{
    {
        char first[64];
        fill(first);
    }
    {
        char second[64];
        second[0] = 1;
        assert(last != &second[0]);
    }
    return 0;
}
