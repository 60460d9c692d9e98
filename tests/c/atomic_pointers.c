// verdict: sc safe, tso safe, pso safe
// Operators on atomic pointers count in elements, the builtins in bytes.
#include <assert.h>
#include <stdatomic.h>

int data[8];
_Atomic(int *) p = data;
int *plain = data;

int main(void)
{
    p++;
    assert(p == data + 1);
    p += 3;
    assert(p == data + 4);
    --p;
    assert(p == data + 3);
    assert(atomic_exchange(&p, &data[5]) == data + 3);
    assert(__atomic_fetch_add(&plain, sizeof(int), __ATOMIC_SEQ_CST) == data && plain == data + 1);
    assert(__atomic_add_fetch(&plain, 2 * sizeof(int), __ATOMIC_RELAXED) == data + 3);
    assert(__sync_fetch_and_sub(&plain, sizeof(int)) == data + 3 && plain == data + 2);
    return 0;
}
