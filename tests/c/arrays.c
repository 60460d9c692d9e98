// verdict: sc safe, tso safe, pso safe
#include <assert.h>

int squares[5];
static const int primes[] = { 2, 3, 5, 7 };
char word[] = "fence";
char padded[8] = "ab";

static int sum(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

static void clear(int a[], int n)
{
    while (n-- > 0)
        a[n] = 0;
}

int main(void)
{
    for (int i = 0; i < 5; i++)
        squares[i] = i * i;
    assert(squares[4] == 16 && sum(squares, 5) == 30);
    assert(sum(primes, 4) == 17 && sum(&primes[1], 2) == 8);
    clear(squares + 1, 3);
    assert(sum(squares, 5) == 16);
    int local[4] = { 1, 2 };
    assert(local[0] == 1 && local[1] == 2 && local[2] == 0 && local[3] == 0);
    assert(*(local + 1) == 2 && 1[local] == 2);
    assert(sizeof word == 6 && word[4] == 'e' && word[5] == 0);
    assert(padded[1] == 'b' && padded[2] == 0 && padded[7] == 0);
    int index = 3;
    local[index--] = 6;
    assert(index == 2 && local[3] == 6);
    return 0;
}
