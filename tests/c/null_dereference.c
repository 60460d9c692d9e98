// verdict: sc violation, tso violation, pso violation
// property: null pointer dereferenced
#include <assert.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node n = { 1, NULL };
    n.value++;
    assert(n.value == 2);
    return n.next->value;
}
