// unknown
#include <assert.h>
static int pad[3], g;
union { int *p; int half[2]; } u;
int main(void)
{
    u.p = &g;
    int old = __atomic_fetch_add(&u.half[0], 0, __ATOMIC_RELAXED);
    assert(old % 16 != 1 && (old & 255) == 0);
    return 0;
}
