// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <stddef.h>

typedef int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int twice(operation f, int x) { return f(f(x, x), x); }

struct vtable {
    operation combine;
    void (*log)(int);
};

static int logged;
static void log_value(int v) { logged += v; }

static operation table[] = { add, &sub };
static const struct vtable methods = { sub, log_value };

static operation choose(int positive) { return positive ? add : sub; }

int main(void)
{
    operation f = add;
    assert(f(1, 2) == 3 && (*f)(1, 2) == 3 && (&add)(1, 2) == 3);
    f = &sub;
    assert(f(1, 2) == -1 && f != add && f == sub);
    assert(twice(add, 2) == 6 && twice(sub, 2) == -2);
    for (int i = 0; i < 2; i++)
        logged += table[i](5, 3);
    assert(logged == 10);
    methods.log(methods.combine(9, 4));
    assert(logged == 15);
    assert(choose(1)(2, 2) == 4 && choose(0)(2, 2) == 0);
    f = NULL;
    assert(!f);
    return 0;
}
