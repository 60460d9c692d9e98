// verdict: sc safe, tso safe, pso safe
// What comes in leaves alone what stands behind it, and each name has one text.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void)
{
    char block[4] = { 0 }, line[4] = "abc";
    ssize_t count = read(0, block, 3);
    if (count >= 0)
        assert(block[count] == 0);
    if (fgets(line, 3, stdin))
        assert(strlen(line) < 3);
    assert(line[3] == 0);
    assert(getenv("ONE") == getenv("ONE") && (!getenv("ONE") || getenv("ONE") != getenv("OTHER")));
    return 0;
}
