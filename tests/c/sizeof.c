// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>

struct padded {
    char a;
    int b;
    char c;
    long d;
};
struct packed {
    char a;
    int b;
} __attribute__((packed));
struct aligned {
    alignas(16) int x;
};

_Static_assert(sizeof(struct padded) == 24, "padding");

int main(void)
{
    assert(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4);
    assert(sizeof(long) == 8 && sizeof(long long) == 8 && sizeof(void *) == 8 && sizeof(_Bool) == 1);
    assert(sizeof(size_t) == 8 && sizeof(wchar_t) == 4 && sizeof(int_fast16_t) == 8);
    assert(offsetof(struct padded, b) == 4 && offsetof(struct padded, d) == 16);
    assert(sizeof(struct packed) == 5 && sizeof(struct aligned) == 16 && _Alignof(long) == 8);
    int a[7];
    int n = 1;
    assert(sizeof a == 28 && sizeof(n++) == 4 && n == 1);
    assert(sizeof 'a' == 4 && sizeof "abc" == 4 && sizeof &a == 8 && sizeof *a == 4);
    assert(sizeof(int[2][3]) == 24);
    assert(sizeof(pthread_mutex_t) == 40 && sizeof(pthread_t) == 8 && sizeof(max_align_t) == 32);
    return 0;
}
