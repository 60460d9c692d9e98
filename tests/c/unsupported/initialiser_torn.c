// error: 11:65 names a part of what it has filled with another object
#include <assert.h>

struct A {
    int x;
    struct { int y, z[2]; } s;
};

int main(void) {
    struct A a = { 1, { 2, { 3, 4 } } };
    struct A b = { .x = 1, .s = a.s, .s.y = /* gcc drops a.s */ 9 };
    assert(b.s.z[1] == 4);
    return 0;
}
