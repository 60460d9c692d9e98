// verdict: sc safe, tso safe, pso safe
// malloc, calloc, free; lists that grow, turn around and are given back.
#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *list, int value)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        abort();
    n->value = value;
    n->next = list;
    return n;
}

static struct node *reverse(struct node *list)
{
    struct node *done = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 4; i++)
        list = push(list, i);
    list = reverse(list);
    int digits = 0;
    for (struct node *n = list; n; n = n->next)
        digits = digits * 10 + n->value;
    assert(digits == 123);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    int *zeros = calloc(3, sizeof *zeros);
    assert(zeros[0] == 0 && zeros[1] == 0 && zeros[2] == 0);
    zeros[2] = 5;
    free(zeros);
    free(NULL);
    char *a = malloc(1), *b = malloc(1);
    assert(a != b);
    free(a);
    free(b);
    int **table = malloc(2 * sizeof *table);
    for (int i = 0; i < 2; i++) {
        table[i] = malloc(3 * sizeof **table);
        for (int j = 0; j < 3; j++)
            table[i][j] = i + j;
    }
    assert(table[1][2] == 3);
    for (int i = 0; i < 2; i++)
        free(table[i]);
    free(table);
    return 0;
}
