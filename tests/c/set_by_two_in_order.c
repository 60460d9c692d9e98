// verdict: sc safe, tso safe, pso safe
// Blocks that live are set and copied, though nobody looks at them.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static char *block;
static void *sets(void *p) { memset(block, 1, 8); return p; }
int main(void)
{
    pthread_t t;
    char copy[8];
    block = malloc(8);
    pthread_create(&t, 0, sets, 0);
    memcpy(copy, block, 8);
    pthread_join(t, 0);
    free(block);
    return 0;
}
