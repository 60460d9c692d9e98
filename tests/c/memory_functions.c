// verdict: sc safe, tso safe, pso safe
// memcpy, memmove, memset on small objects.
#include <assert.h>
#include <stdint.h>
#include <string.h>

struct item {
    int id;
    char name[4];
    struct item *next;
};

int main(void)
{
    struct item a = { 7, "abc", &a }, b;
    memcpy(&b, &a, sizeof a);
    assert(b.id == 7 && b.name[2] == 'c' && b.name[3] == 0 && b.next == &a);
    memset(&a, 0, sizeof a);
    assert(a.id == 0 && a.name[0] == 0 && a.next == NULL && b.id == 7);
    int list[4] = { 1, 2, 3, 4 };
    memmove(list + 1, list, 3 * sizeof *list);
    assert(list[0] == 1 && list[1] == 1 && list[2] == 2 && list[3] == 3);
    memset(list, 0xff, 2 * sizeof *list);
    assert(list[0] == -1 && list[1] == -1 && list[2] == 2);
    uint32_t word = 0x11223344;
    uint8_t bytes[4];
    assert(memcpy(bytes, &word, 4) == bytes);
    assert(bytes[0] == 0x44 && bytes[3] == 0x11);
    bytes[0] = 0;
    memcpy(&word, bytes, sizeof word);
    assert(word == 0x11223300);
    __builtin_memset(bytes, 1, 2);
    assert(bytes[1] == 1 && bytes[2] == 0x22);
    return 0;
}
