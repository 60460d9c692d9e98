// verdict: sc violation, tso violation, pso violation
// property: assertion
// A character that is a letter answers any number but 0.
#include <assert.h>
#include <ctype.h>
int main(void)
{
    assert(!isalpha('1') && isdigit('1') && isxdigit('f') && !isspace('f'));
    assert(isalpha('a') == 1);
    return 0;
}
