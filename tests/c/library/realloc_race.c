// verdict: sc violation, tso violation, pso violation
// property: access after free
// A table that grows while another thread still reads the old one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) table;

static void *grow(void *unused)
{
    int *larger = realloc(table, 2 * sizeof *larger);
    larger[1] = 2;
    table = larger;
    return unused;
}

int main(void)
{
    pthread_t thread;
    table = malloc(sizeof(int));
    *table = 1;
    pthread_create(&thread, 0, grow, 0);
    int *mine = table;
    int seen = *mine;
    pthread_join(thread, 0);
    assert(seen == 1);
    return 0;
}
