// verdict: sc safe, tso safe, pso safe
// A loop is a block, in which its condition is evaluated again and again; a branch is one, and so is what is in it.
#include <assert.h>

int main(void)
{
    int *p = 0, *q = 0;
    for (int i = 0; q = p, p = &(int){ i }, i < 3; i++) {
        assert(*p == i);
        assert(!q || q == p);
    }
    int n = 0;
    while (q = p = &(int){ n }, n < 2)
        assert(*q == n++ && p == q);
    q = 0;
    do
        n--;
    while ((q ? assert(q == p), 0 : 0, q = p = &(int){ n }, n > 0));
    if ((p = &(int){ 3 }))
        assert(*p == 3);
    else
        assert(0);
    switch (p = &(int){ 4 }, *p) {
    case 4:
        q = &(int){ 5 };
        assert(*p + *q == 9);
    }
    if (0)
        ;
    else if ((p = &(int){ 6 }, *p == 5))
        ;
    else
        assert(*p == 6);
    return 0;
}
