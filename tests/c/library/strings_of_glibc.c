// verdict: sc safe, tso safe, pso safe
#define _GNU_SOURCE
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b, void *sign)
{
    return (*(const int *)a - *(const int *)b) * *(int *)sign;
}
int main(void)
{
    char text[] = "a,,b", copy[8], *rest = text, *end;
    int list[3] = { 1, 3, 2 }, down = -1;
    unsigned seed = 1;
    assert(*strchrnul(text, ',') == ',' && *strchrnul(text, 'x') == 0 && rawmemchr(text, 'b') == text + 3);
    assert(memrchr(text, ',', 4) == text + 2 && memrchr(text, ',', 1) == 0);
    assert(memmem(text, 4, ",b", 2) == text + 2 && memmem(text, 4, "ba", 2) == 0 && memmem(text, 4, "", 0) == text);
    assert(memccpy(copy, text, ',', 4) == copy + 2 && memccpy(copy, text, 'x', 4) == 0 && copy[3] == 'b');
    memset(copy, 1, sizeof copy);
    assert(stpncpy(copy, "xy", 4) == copy + 2 && copy[3] == 0 && copy[4] == 1 && stpncpy(copy, "xyz", 2) == copy + 2);
    assert(strcmp(strsep(&rest, ","), "a") == 0 && strcmp(strsep(&rest, ","), "") == 0);
    assert(strcmp(strsep(&rest, ","), "b") == 0 && !rest && !strsep(&rest, ","));
    qsort_r(list, 3, sizeof list[0], compare, &down);
    assert(list[0] == 3 && list[1] == 2 && list[2] == 1);
    assert(strtoimax("-7x", &end, 10) == -7 && *end == 'x' && strtoumax("11", 0, 2) == 3);
    assert(rand_r(&seed) >= 0 && lrand48() >= 0);
    return 0;
}
