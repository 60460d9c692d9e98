// verdict: sc safe, tso safe, pso safe
// The place behind an array is an address, too; a struct may end in an array that goes on; what is left of a division is small.
#include <assert.h>
#include <stdlib.h>

struct message {
    int length;
    int words[1];
};
static struct table {
    int rows[2][3];
    struct message last;
} table;
static struct {
    struct message first;
    int slots[4];
    unsigned head;
} ring;
volatile unsigned number = 7;
volatile int third = 3, second = 2;

int main(void)
{
    int sum = 0;
    for (int *at = &table.rows[0][0], *end = &table.rows[0][third]; at != end; at++)
        sum += *at;
    for (int *at = table.rows[1], *end = table.rows[second]; at != end; at++)
        sum += *at;
    struct message *message = malloc(sizeof *message + 2 * sizeof(int));
    assert(sum == 0);
    if (!message)
        return 0;
    message->words[second] = 5;
    ring.slots[number % 4] = 1;
    ring.slots[number & 3] += 1;
    assert(message->words[second] == 5 && ring.slots[third] == 2 && ring.head == 0);
    free(message);
    return 0;
}
