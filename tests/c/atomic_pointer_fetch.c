// verdict: sc safe, tso safe, pso safe
// gcc: no, its header counts in bytes
// C11 7.17.7.5: atomic_fetch_add on a pointer counts in elements, as pointer arithmetic does.
#include <assert.h>
#include <stdatomic.h>

struct wide {
    long a, b, c;
} data[4];
_Atomic(struct wide *) p = data;
_Atomic(char *) text;

int main(void)
{
    char word[] = "abc";
    assert(atomic_fetch_add(&p, 2) == data && p == data + 2);
    assert(atomic_fetch_sub_explicit(&p, 1, memory_order_relaxed) == data + 2 && p == data + 1);
    assert(atomic_fetch_add(&p, -1) == data + 1 && p == data);
    text = word;
    atomic_fetch_add(&text, 2);
    assert(*text == 'c');
    return 0;
}
