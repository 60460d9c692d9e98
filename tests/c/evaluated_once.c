// verdict: sc safe, tso safe, pso safe
// GNU's `a ?: b` evaluates a once, be its value converted, dropped or wanted as it is.
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;
static _Atomic unsigned char u;
static char c;
static __int128 wide;

static int more(void) { return ++x; }

int main(void) {
    long r = atomic_fetch_add(&x, 1) ?: 7L;
    assert(r == 7 && x == 1);
    long q = more() ?: 7L;
    assert(q == 2 && x == 2);
    long s = (++c) ?: 9L;
    assert(s == 1 && c == 1);
    long t = (u++) ?: 9L;
    assert(t == 9 && u == 1);
    unsigned long long w = (signed char)(--c - 1) ?: 9ull;
    assert(w == -1ull && c == 0);
    more() ?: 5;
    assert(x == 3);
    (void)(more() ?: 7L);
    assert(x == 4);
    (more() ?: 7), c = 1;
    assert(x == 5);
    for (more() ?: 1; c < 3; more() ?: 1) c++;
    assert(x == 8);
    if ((more(), 0) ?: more()) c = 0;
    assert(x == 10);
    __int128 v = more() ?: wide;
    assert(v == 11 && x == 11);
    unsigned __int128 w128 = (++wide) ?: (unsigned __int128)7;
    assert(w128 == 1 && wide == 1);
    ++wide ?: 3;
    assert(wide == 2);
    return 0;
}
