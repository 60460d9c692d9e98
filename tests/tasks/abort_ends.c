// A path that ends with abort, or with a failed assert, is no error.
extern void abort(void);
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
void reach_error() { assert(0); }
void assume_abort_if_not(int cond) {
    if (!cond) {
        abort();
    }
}

int main() {
    int x = __VERIFIER_nondet_int();
    if (x == 3)
        abort();
    assert(x != 4);
    assume_abort_if_not(x < 10);
    if (x == 3 || x == 4 || x >= 10) {
        reach_error();
    }
    return 0;
}
