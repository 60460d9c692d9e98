// What asprintf gives has room for the text and its end, and for no more.
// verdict: sc violation, tso violation, pso violation
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    char *text;
    if (asprintf(&text, "%d", 123) >= 0)
        text[4] = 'x';
    return 0;
}
