// verdict: sc safe, tso safe, pso safe
// The names of attributes are no enumerators.
#include <assert.h>
#include <stdint.h>
#include <stddef.h>
int main(void) {
    if (sizeof(enum { packed = 9 })) {
        struct q { char c; int d; } __attribute__((packed));
        assert(sizeof(struct q) == 5);
    }
    return 0;
}
