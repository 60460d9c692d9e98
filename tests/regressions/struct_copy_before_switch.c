// sc safe
// A pointer in a copied struct is still known in a function that also has a switch.
#include <assert.h>
struct record { long b; struct record *next; };
struct record records[2] = { { 2, &records[1] }, { 1, records } };
int sum;
void run(void)
{
    struct record copy = records[1];
    sum = copy.next->b;
    switch (3) { default: sum += 1; }
}
int main(void) { run(); assert(sum == 3); return 0; }
