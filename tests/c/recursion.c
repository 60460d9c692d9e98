// verdict: sc safe, tso safe, pso safe
#include <assert.h>

static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

static int fibonacci(int n)
{
    if (n < 2)
        return n;
    return fibonacci(n - 1) + fibonacci(n - 2);
}

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 || is_odd(n - 1); }
static int is_odd(unsigned n) { return n != 0 && is_even(n - 1); }

static int depth;
static void dive(int n)
{
    int local = n;
    depth++;
    if (n > 0)
        dive(n - 1);
    assert(local == n);
}

int main(void)
{
    assert(factorial(5) == 120);
    assert(fibonacci(5) == 5);
    assert(is_even(4) && !is_even(3));
    dive(3);
    assert(depth == 4);
    return 0;
}
