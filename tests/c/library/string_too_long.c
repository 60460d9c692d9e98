// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
#include <assert.h>
#include <string.h>

int main(void)
{
    char text[3];
    strcpy(text, "abc");
    assert(text[0] == 'a');
    return 0;
}
