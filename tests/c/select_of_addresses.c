// verdict: sc safe
// An arm that is not taken is not computed: what it would say of addresses has no meaning.
#include <assert.h>
#include <stdint.h>
#include <string.h>

static long find(const char *text, int wanted)
{
    const char *found = strchr(text, wanted);
    return found ? found - text : -1;
}

int main(void)
{
    int one = 1, no = 0, *null = 0;
    assert(find("abc", 'z') == -1 && find("abc", 'c') == 2);
    int far = null && null - &one > 3;
    assert(!far);
    int bits = no ? (int)((uintptr_t)&one >> 12 & 1) : 5;
    assert(bits == 5);
    int before = null ? null < &one : 7;
    assert(before == 7);
    return 0;
}
