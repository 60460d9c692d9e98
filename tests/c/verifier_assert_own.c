// verdict: sc violation, tso violation, pso violation
// property: error location reached
// __VERIFIER_assert with a body of the program's own.
extern void abort(void);
void reach_error(void) {}
void __VERIFIER_assert(int condition)
{
    if (!condition) {
    ERROR: {
        reach_error();
        abort();
    }
    }
}

int main(void)
{
    int x = 1;
    __VERIFIER_assert(x == 1);
    x++;
    __VERIFIER_assert(x == 1);
    return 0;
}
