// title: a condition keeps a sum from overflowing
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: overflow
// verdict: sc safe, tso safe, pso safe
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int twice = x > 0 && x < 1000 ? x * 2 : 0;
    int next = x < INT_MAX ? x + 1 : x;
    int opposite = x != INT_MIN ? -x : 0;
    return (x < INT_MAX && x + 1 > 5) + (twice > next) + (next > opposite) > 3;
}
