// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// It is called in main, too.
#include <assert.h>

static void fails(char *text)
{
    assert(text[0] != 'a');
}
int main(void)
{
    __attribute__((cleanup(fails))) char text[] = "abc";
    return 0;
}
