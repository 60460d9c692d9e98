// verdict: sc safe, tso safe, pso safe
#include <assert.h>
int *g;
int f(int n) {
    int r = 0;
    for (int i = 0; i < 3; i++)
    switch (n + i) {
        int a;
    case 1: a = 2; g = &a; r += *g; break;
    case 2: a = 3; g = &a;
    case 3: a = 7; g = &a; r += *g; break;
    default: r += 100;
    }
    return r;
}
int main(void) {
    assert(f(1) == 16); assert(f(2) == 114);
}
