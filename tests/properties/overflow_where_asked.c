// title: a condition keeps a sum from overflowing
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: overflow
// verdict: sc safe, tso safe, pso safe
#include <limits.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    static const int ends[] = {INT_MIN, -1, 0, 999, 1000, INT_MAX};
    unsigned char which = __VERIFIER_nondet_uchar();
    int x = which < 6 ? ends[which] : 0;
    int twice = x > 0 && x < 1000 ? x * 2 : 0;
    int next = x < INT_MAX ? x + 1 : x;
    int opposite = x != INT_MIN ? -x : 0;
    return (x < INT_MAX && x + 1 > 5) + (twice > next) + (next > opposite) > 3;
}
