// Where the overflow is asked for, the error function is what its body says.
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
int calls;
void reach_error(void) { calls++; }

int main() {
    int x = __VERIFIER_nondet_int();
    reach_error();
    if (x == INT_MAX)
        x += calls;
    return x == 0;
}
