#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main() {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (y == 0)
        return 0;
    return x / y > 3;
}
