// verdict: sc safe, tso safe, pso safe
// gcc: no, it reads input
// What the contracts of the library exclude does not happen; and a result that nobody uses is no choice.
#include <assert.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(void)
{
    int p = puts("abc");
    assert(p >= -1);
    int c = putchar(321);
    assert(c == 65 || c == EOF);
    c = getchar();
    assert(c >= -1 && c <= 255);
    assert(rand() >= 0 && rand() <= 2147483647 && random() <= 2147483647L);
    int s = sched_yield();
    assert(s == 0 || s == -1);
    int x = 3, y = 4;
    int n = scanf("%d %*d,%i", &x, &y);
    assert(n >= -1 && n <= 2);
    assert((n >= 1 || x == 3) && (n == 2 || y == 4));
    printf("%d\n", n);
    for (int i = 0; i < 3; i++)
        puts("a"), fprintf(stderr, "b"), (void)printf("c");
    time_t t = time(0);
    (void)t;
    return 0;
}
