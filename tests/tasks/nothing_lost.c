// The number is multiplied, and too wide for who looks for leaks then, so that memory safety is not decided; the overflow is.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main() {
    int x = __VERIFIER_nondet_int();
    int *number = malloc(sizeof(int));
    *number = x > 0 && x < 1000 ? x * 2 : 0;
    x = *number - 1;
    free(number);
    return x > 3;
}
