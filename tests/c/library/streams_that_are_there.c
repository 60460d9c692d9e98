// verdict: sc safe, tso safe
// Streams that are asked for before they are used; what is printed without conversions is as long as it is, or an error; perror needs no text.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("file", "r");
    if (file) {
        char line[4];
        if (fgets(line, sizeof line, file))
            fprintf(stderr, "%s", line);
        fclose(file);
    }
    int printed = printf("hello");
    assert(printed < 0 || printed == 5);
    perror(NULL);
    return 0;
}
