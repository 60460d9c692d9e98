// verdict: sc violation, tso violation
// property: null pointer dereferenced
// gcc: no
// A file that could not be opened is no stream.
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("file", "r");
    int first = fgetc(file);
    fclose(file);
    return first == 'a';
}
