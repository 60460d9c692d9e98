// verdict: sc violation, tso violation, pso violation
// property: assertion violated
#include <assert.h>
int main(void) {
    int n = 0, i = 1;
    switch (i) {
    case 0: do { char a[2]; if (n) assert(a[0] == 4);
    case 1: a[0] = 4; n += a[0];
    } while (n < 8);
    }
}
