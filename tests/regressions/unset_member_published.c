// sc safe, tso safe, pso violation
// Under PSO the node is found before its members are written, so its pointer may lead anywhere.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct node { struct node *next; int value; };
struct node *volatile head;
void *reader(void *unused)
{
    struct node *h = head;
    if (h) assert(h->next->value == 4);
    return 0;
}
int main(void)
{
    pthread_t t;
    struct node *n = malloc(sizeof *n);
    pthread_create(&t, 0, reader, 0);
    n->value = 4;
    n->next = n;
    head = n;
    pthread_join(t, 0);
    return 0;
}
