// verdict: sc violation
// property: null pointer dereferenced
// A weak function that nobody defines has the address 0.
extern int perhaps(int) __attribute__((weak));

int main(void)
{
    return perhaps(1);
}
