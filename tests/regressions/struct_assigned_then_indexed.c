// sc safe
// The pointer in a struct that was assigned to an uninitialised local is known, also below an index that is read from it.
#include <assert.h>
struct record { int a; int c[4]; unsigned char x; struct record *next; };
static struct record records[2] = { { 1, { 3 }, 4, &records[1] }, { 7, { 3 }, 4, records } };
int main(void)
{
    struct record copy;
    copy = records[1];
    copy.next->c[copy.x & 3] = 1;
    assert(records[0].c[0] == 1);
    return 0;
}
