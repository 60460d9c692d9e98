// The number is too wide for who looks for leaks, so that memory safety is not decided; the overflow is.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main() {
    int x = __VERIFIER_nondet_int();
    int *number = malloc(sizeof(int));
    *number = x > 0 ? x : 0;
    x = *number - 1;
    free(number);
    return x > 3;
}
