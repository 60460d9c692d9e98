// safe
#include <assert.h>
static int compare(int *outer)
{
    int inner = 0;
    int *volatile p = &inner;
    return p != outer;
}
static int use(int early)
{
    int local = early;
    int *volatile p = &local;
    if (early)
        return *p;
    return compare(p);
}
int main(void)
{
    assert(use(1) == 1 && use(0) == 1);
    return 0;
}
