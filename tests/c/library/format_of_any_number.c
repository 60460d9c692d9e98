// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <stdio.h>
extern signed char __VERIFIER_nondet_char(void);

int main(void)
{
    char text[5];
    int number = __VERIFIER_nondet_char();
    int length = snprintf(text, sizeof text, "%d", number);
    assert(length >= 1 && length <= 4 && text[length] == 0);
    assert(number >= 0 || text[0] == '-');
    assert(number != 42 || (text[0] == '4' && text[1] == '2' && length == 2));
    return 0;
}
