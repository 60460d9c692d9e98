// error: 14:12 a bit-field of an enum type
// gcc promotes the narrow field to int, where the type checker takes unsigned int.
#include <assert.h>

enum colour { RED, GREEN };

struct {
    enum colour colour : 3;
} s;

int main(int count, char **arguments)
{
    int below = -count;
    assert(s.colour > below);
    return 0;
}
