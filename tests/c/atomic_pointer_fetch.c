// verdict: sc safe, tso safe, pso safe
// On a pointer gcc's atomic_fetch_add counts in bytes, where C11, 7.17.7.5, counts in elements; the operators count in elements.
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
    assert(atomic_fetch_add(&p, 2 * sizeof(struct wide)) == data && p == data + 2);
    assert(atomic_fetch_sub_explicit(&p, sizeof(struct wide), memory_order_relaxed) == data + 2 && p == data + 1);
    atomic_fetch_add(&p, 1);
    assert((char *)p == (char *)(data + 1) + 1);
    atomic_fetch_sub(&p, 1);
    p += 1;
    p--;
    assert(p == data + 1);
    text = word;
    atomic_fetch_add(&text, 2);
    assert(*text == 'c');
    return 0;
}
