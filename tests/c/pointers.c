// verdict: sc safe, tso safe, pso safe
// Arithmetic, comparison, pointers to members, to the stack, to pointers, null.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

struct node {
    int key;
    long value;
    struct node *next;
};

int data[6] = { 10, 20, 30, 40, 50, 60 };

static void swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

static void advance(int **p) { (*p)++; }

static long *value_of(struct node *n) { return n ? &n->value : NULL; }

#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

int main(void)
{
    int *p = data, *end = data + 6;
    int sum = 0;
    while (p != end)
        sum += *p++;
    assert(sum == 210 && end - data == 6 && p > data);
    p -= 2;
    assert(*p == 50 && p[-1] == 40 && p[1] == 60 && *--p == 40);
    advance(&p);
    assert(*p == 50);
    int x = 1, y = 2;
    swap(&x, &y);
    assert(x == 2 && y == 1);
    struct node n = { 7, 8, NULL };
    struct node m = { .next = &n };
    *value_of(&n) = 9;
    assert(m.next->value == 9 && value_of(m.next->next) == NULL);
    assert(!n.next && m.next);
    assert(container_of(value_of(&n), struct node, value) == &n);
    void *v = &x;
    assert(*(int *)v == 2);
    uintptr_t bits = (uintptr_t)&data[1];
    assert(bits - (uintptr_t)&data[0] == sizeof(int));
    assert((bits & 3) == 0 && *(int *)bits == 20);
    char *bytes = (char *)&x;
    assert(bytes[0] == 2 && bytes[1] == 0);
    int *null = 0;
    assert(null == NULL && !null && (null ? *null : 5) == 5);
    int **pp = &p;
    **pp = 55;
    assert(data[4] == 55);
    const int *cp = &data[2];
    assert(*cp == 30 && &*cp == cp && &cp[1] == data + 3);
    return 0;
}
