// error: 10:16 the alignment of a member is not supported
// The type's own would be wrong: gcc has 16 here.
#include <assert.h>
struct pair {
    char first;
    short second __attribute__((aligned(16)));
} pair;
int main(void)
{
    assert(1 + __alignof__(pair.second) == 17);
    return 0;
}
