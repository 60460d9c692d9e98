// unknown
#include <assert.h>
#include <stdatomic.h>
int *_Atomic top;
static int swap(void)
{
    int local = 0, *mine = &local;
    int was = atomic_compare_exchange_strong(&top, &mine, 0);
    top = &local;
    return was;
}
int main(void)
{
    swap();
    assert(!swap());
    return 0;
}
