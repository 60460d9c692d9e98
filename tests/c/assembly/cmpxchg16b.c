// verdict: sc safe
// The double-width compare-and-exchange of x86 as lock-free libraries write it, and its smaller sibling.
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t val[2];
} __attribute__((aligned(16))) pair;

// Operands in registers that have names, the result by `setz`.
static bool swapped(uint64_t target[2], uint64_t compare[2], uint64_t set[2], uint64_t value[2])
{
    bool z;
    __asm__ __volatile__("lock cmpxchg16b %0;"
                         "setz %3"
                         : "+m"(*target), "=a"(value[0]), "=d"(value[1]), "=q"(z)
                         : "a"(compare[0]), "d"(compare[1]), "b"(set[0]), "c"(set[1])
                         : "memory", "cc");
    return z;
}
// The expected words come through a pointer, into registers that the text names.
static bool swap(uint64_t t[2], uint64_t c[2], uint64_t s[2])
{
    bool z;
    __asm__ __volatile__("movq 0(%4), %%rax;"
                         "movq 8(%4), %%rdx;"
                         "lock cmpxchg16b %0; setz %1"
                         : "+m"(*t), "=q"(z)
                         : "b"(s[0]), "c"(s[1]), "q"(c)
                         : "memory", "cc", "%rax", "%rdx");
    return z;
}
// Operands with names, and what was found goes back to what was expected.
static int exchange(pair *dst, pair *exp, const pair *src)
{
    uint8_t res;
    asm volatile("lock ; "
                 "cmpxchg16b %[dst];"
                 " sete %[res]"
                 : [dst] "=m"(dst->val[0]), "=a"(exp->val[0]), "=d"(exp->val[1]), [res] "=r"(res)
                 : "b"(src->val[0]), "c"(src->val[1]), "a"(exp->val[0]), "d"(exp->val[1]), "m"(dst->val[0])
                 : "memory");
    return res;
}
// The result is a flag.
static bool exchange_wide(unsigned __int128 *cell, uint64_t *low, uint64_t *high, uint64_t next)
{
    bool done;
    asm volatile("lock; cmpxchg16b %1" : "=@ccz"(done), "+m"(*cell), "+a"(*low), "+d"(*high) : "b"(next), "c"(0ul));
    return done;
}
static bool exchange_small(uint64_t *cell, uint32_t *low, uint32_t *high, uint32_t next_low, uint32_t next_high)
{
    unsigned char done;
    asm volatile("lock; cmpxchg8b %0\n\tsetz %1"
                 : "+m"(*cell), "=q"(done), "+a"(*low), "+d"(*high)
                 : "b"(next_low), "c"(next_high)
                 : "memory");
    return done;
}

static pair shared = { { 1, 2 } };
static unsigned __int128 wide = 7;
static uint64_t small = 0x500000004;

int main(void)
{
    uint64_t expected[2] = { 1, 2 }, next[2] = { 3, 4 }, found[2];
    assert(swapped(shared.val, expected, next, found) && found[0] == 1 && found[1] == 2);
    assert(shared.val[0] == 3 && shared.val[1] == 4);
    expected[0] = 3;
    assert(!swapped(shared.val, expected, next, found) && found[0] == 3 && found[1] == 4);
    assert(!swap(shared.val, expected, next) && swap(shared.val, next, expected) && shared.val[1] == 2);
    pair old = { { 3, 9 } }, new = { { 5, 6 } };
    assert(!exchange(&shared, &old, &new) && old.val[0] == 3 && old.val[1] == 2);
    assert(exchange(&shared, &old, &new) && shared.val[0] == 5 && shared.val[1] == 6);
    uint64_t low = 0, high = 0;
    assert(!exchange_wide(&wide, &low, &high, 8) && low == 7 && high == 0);
    assert(exchange_wide(&wide, &low, &high, 8) && wide == 8);
    uint32_t small_low = 4, small_high = 4;
    assert(!exchange_small(&small, &small_low, &small_high, 6, 7) && small_low == 4 && small_high == 5);
    assert(exchange_small(&small, &small_low, &small_high, 6, 7) && small == 0x700000006);
    return 0;
}
