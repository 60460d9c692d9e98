// verdict: sc safe, tso safe, pso safe
// A tag is no enumerator, also behind an attribute.
#include <assert.h>
#include <stdint.h>
#include <stddef.h>
struct A { char c; int d; };
int main(void) {
    if (sizeof(enum { A = 9 })) {
        struct __attribute__((packed)) A { char c; int d; };
        assert(sizeof(struct A) == 5);
    }
    return 0;
}
