// verdict: sc safe, tso safe, pso safe
// What `offsetof` names is a member.
#include <assert.h>
#include <stdint.h>
#include <stddef.h>
struct s { int B; int A; };
enum { A = 1 };
int main(void) {
    int z = 0;
    if (sizeof(enum { A = 9 })) {
        assert(offsetof(struct s, A) == 4);
    }
    assert(z == 0);
    return 0;
}
