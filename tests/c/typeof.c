// verdict: sc safe, tso safe, pso safe
#include <assert.h>

struct pair {
    int a;
    short b;
};

int main(void)
{
    int x = 3;
    typeof(x) y = x + 1;
    __typeof__(&y) p = &y;
    typeof(int[3]) a = { 1, 2, 3 };
    typeof(((struct pair *)0)->b) small = (short)70000;
    __typeof__(x++) not_evaluated = 5;
    assert(x == 3 && y == 4 && *p == 4 && a[2] == 3 && not_evaluated == 5);
    assert(small == 4464 && sizeof small == 2);
    typeof(unsigned char) c = 255;
    c++;
    assert(c == 0);
    __auto_type z = 1L << 40;
    assert(z == 1099511627776L && sizeof z == 8);
    assert(_Generic(z, int : 1, long : 2, default : 3) == 2);
    assert(_Generic(c, int : 1, unsigned char : 4, default : 3) == 4);
    assert(__builtin_types_compatible_p(typeof(p), int *));
    return 0;
}
