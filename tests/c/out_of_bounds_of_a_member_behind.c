// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
#include <assert.h>

static struct {
    struct node {
        int parts[2];
        int more;
    } nodes[3];
    int head;
} list;
volatile int three = 3;

int main(void)
{
    assert(1);
    return list.nodes[three].parts[0];
}
