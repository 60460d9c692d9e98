// verdict: sc safe, tso safe, pso safe
// Where a member has no initialiser of its own gcc fills the whole object with zeros first; static objects always are.
#include <assert.h>

struct padded {
    char c;
    int i;
    char last;
};

struct padded global = {1, 2, 3};

static int sum_of_holes(const void *object)
{
    const unsigned char *bytes = object;
    return bytes[1] | bytes[2] | bytes[3] | bytes[9] | bytes[10] | bytes[11];
}

int main(void)
{
    struct padded some = {.i = 1}, none = {}, zero = {0};
    static struct padded kept = {1, 2, 3};
    struct padded copied = global;
    assert(sum_of_holes(&some) == 0);
    assert(sum_of_holes(&none) == 0 && sum_of_holes(&zero) == 0);
    assert(sum_of_holes(&kept) == 0 && sum_of_holes(&global) == 0);
    assert(copied.c == 1 && copied.i == 2 && copied.last == 3);
    return 0;
}
