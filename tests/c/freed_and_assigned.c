// verdict: sc violation, tso violation, pso violation
// property: access after free
#include <pthread.h>
#include <stdlib.h>
struct pair { long a, b; };
struct pair *shared, kept;
static void *copies(void *p) { kept = *shared; return p; }
int main(void)
{
    pthread_t t;
    shared = malloc(sizeof *shared);
    pthread_create(&t, 0, copies, 0);
    free(shared);
    pthread_join(t, 0);
    return 0;
}
