// verdict: sc violation, tso violation, pso violation
// property: assertion violated
#include <assert.h>
int main(void) {
    int n = 0;
again:;
    char a[1];
    if (n == 0) { a[0] = 3; n++; goto again; }
    assert(a[0] == 3);
}
