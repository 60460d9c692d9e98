// verdict: sc violation, tso violation, pso violation
// gcc: no, the outcome hangs on what lay on the stack
// memcmp compares the holes of the records, too.
#include <assert.h>
#include <string.h>

struct entry {
    short key;
    char used;
};

int main(void)
{
    struct entry entries[2] = {{1, 1}, {1, 1}};
    assert(entries[0].key == entries[1].key && entries[0].used == entries[1].used);
    assert(memcmp(&entries[0], &entries[1], sizeof entries[0]) == 0);
    return 0;
}
