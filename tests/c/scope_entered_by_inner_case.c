// verdict: sc safe, tso safe, pso safe
#include <assert.h>
int main(void) {
    int n = 0, i = 1;
    switch (i) {
    case 0: do { int a[2]; n++;
    case 1: a[0] = 4; n += a[0];
    } while (n < 8);
    }
    assert(n == 9);
}
