// One engine sees the access, whatever the other makes of the wide number.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main() {
    int x = __VERIFIER_nondet_int();
    int *numbers = calloc(2, sizeof(int));
    if (x == 123456)
        numbers[2] = 1;
    free(numbers);
    return 0;
}
