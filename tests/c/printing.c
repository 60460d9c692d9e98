// verdict: sc safe, tso safe, pso safe
// Output is dropped; the side effects of its arguments are not.
#include <assert.h>
#include <stdio.h>
#include <string.h>

static int n;
static int next(void) { return ++n; }

int main(void)
{
    int x = 0;
    printf("%d %s\n", next(), "text");
    printf("no arguments\n");
    fprintf(stderr, "%d\n", x++);
    fprintf(stderr, "%s\n", strerror(x));
    puts("line");
    putchar('a' + x++);
    fflush(stdout);
    assert(n == 1 && x == 2);
    return 0;
}
