// verdict: sc safe, tso safe, pso safe
#include <assert.h>

int main(void)
{
    int n = 0;
    for (int i = 0, j = 10; i < j; i++, j -= 2)
        n += j;
    assert(n == 28);
    n = 0;
    while (1) {
        if (++n == 2)
            continue;
        if (n > 4)
            break;
    }
    assert(n == 5);
    n = 0;
    do
        n++;
    while (n < 0);
    assert(n == 1);
    do {
        if (n == 3)
            break;
        n++;
        continue;
    } while (n < 100);
    assert(n == 3);
    for (;;)
        if (--n == 0)
            break;
    assert(n == 0);
    int pairs = 0;
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            if (j > i)
                break;
            if ((i + j) % 2)
                continue;
            pairs++;
        }
    }
    assert(pairs == 6);
    int i = 0;
    for (; i < 3; i++)
        ;
    assert(i == 3);
    while (i-- > 0)
        n += i;
    assert(n == 3 && i == -1);
    for (unsigned char c = 250; c >= 250; c++)
        n++;
    assert(n == 9);
    do
        ;
    while (0);
    return 0;
}
