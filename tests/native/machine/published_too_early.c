// sc safe, tso safe, pso violation
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct node { int value; } *top;
void *one(void *u) { struct node *n = calloc(1, sizeof *n); n->value = 1; top = n; return 0; }
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, one, 0);
    struct node *n = top;
    if (n)
        assert(n->value == 1);
    pthread_join(a, 0);
    return 0;
}
