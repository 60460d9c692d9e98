// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <strings.h>

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}
int main(void)
{
    int list[4] = { 3, 1, 4, 1 }, key = 4, none = 2;
    char *end;
    assert(abs(-3) == 3 && labs(4) == 4 && div(7, 2).rem == 1);
    assert(atoi(" -12x") == -12 && strtol("0x1f", &end, 0) == 31 && *end == 0);
    assert(strtoul("z", &end, 36) == 35 && strtol("", &end, 10) == 0);
    errno = 0;
    assert(strtol("9223372036854775808", 0, 10) == LONG_MAX && errno == ERANGE);
    qsort(list, 4, sizeof list[0], compare);
    assert(list[0] == 1 && list[1] == 1 && list[2] == 3 && list[3] == 4);
    assert(bsearch(&key, list, 4, sizeof list[0], compare) == &list[3]);
    assert(bsearch(&none, list, 4, sizeof list[0], compare) == 0);
    assert(ffs(0) == 0 && ffs(8) == 4 && ffsl(1L << 40) == 41);
    assert(isdigit('7') && !isalpha('7') && toupper('q') == 'Q');
    return 0;
}
