// verdict: sc safe, tso safe, pso safe
// Compound literals as arguments, in lists, and anew in each round of a loop.
#include <assert.h>

struct link {
    int x;
    struct link *next;
};

static int length(struct link *at)
{
    int n = 0;
    for (; at; at = at->next)
        n++;
    return n;
}

static int sum(int n, const int *a)
{
    int s = 0;
    while (n--)
        s += *a++;
    return s;
}

static const char *names[] = {[1] = "b", [0] = (char[]){'a', 0}};
static int number = (int){5};
static struct link start = (struct link){6};

int main(void)
{
    int k = 3;
    assert(length(&(struct link){1, &(struct link){2, &(struct link){3}}}) == 3);
    assert(sum(3, (int[]){k, k + 1, k * 2}) == 13 && sum(2, (const int[5]){[1] = 7}) == 7);
    assert(names[0][0] == 'a' && names[1][0] == 'b' && number == 5 && start.x == 6);
    struct {
        int x, y;
    } pair = {1, 2};
    pair = (__typeof__(pair)){pair.y, pair.x};
    assert(pair.x == 2 && pair.y == 1);
    for (int i = 0; i < 3; i++) {
        struct link *at = &(struct link){i};
        at->x += i;
        assert(at->x == 2 * i && at->next == 0);
    }
    int i = 0;
    while (i < 3) {
        int(*a)[2] = &(int[2]){i, i + 1};
        assert((*a)[1] == ++i);
    }
    return 0;
}
