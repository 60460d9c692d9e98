// verdict: sc violation, tso violation, pso violation
// property: error location reached
// An error function with an empty body is still the error.
void reach_error(void)
{
}

int main(void)
{
    int x = 3;
    x *= 2;
    if (x == 6)
        reach_error();
    return 0;
}
