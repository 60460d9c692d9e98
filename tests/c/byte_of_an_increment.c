// verdict: sc safe, tso safe, pso safe
// A byte of a word that the same thread has incremented.
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
    long value;
};

int main(void)
{
    struct node *node = calloc(1, sizeof *node);
    if (!node)
        return 0;
    __atomic_fetch_add(&node->value, 2, __ATOMIC_RELAXED);
    unsigned char *bytes = (unsigned char *)&node->value;
    assert(bytes[0] == 2 && bytes[1] == 0);
    return 0;
}
