// safe
// The largest alignment that any declaration gives a variable is what it has, and what says no number is never less.
#include <assert.h>
#include <stdint.h>

extern int declared;
int declared __attribute__((aligned(1))) = 1;
int two __attribute__((aligned(1), aligned(8))) = 2;
_Alignas(int) int chosen __attribute__((aligned(1))) = 3;
int most __attribute__((aligned)) = 4;
long half __attribute__((aligned(4))) = 5;
struct { char c; int member __attribute__((aligned(1))); } s;

int main(void)
{
    int local __attribute__((aligned(sizeof(int)))) = 6;
    assert(((uintptr_t)&declared & 3) == 0 && ((uintptr_t)&two & 7) == 0 && ((uintptr_t)&chosen & 3) == 0);
    assert(((uintptr_t)&most & 15) == 0 && ((uintptr_t)&half & 3) == 0 && ((uintptr_t)&s.member & 3) == 0);
    assert(((uintptr_t)&local & 3) == 0 && declared + two + chosen + most + half + local == 21);
    return 0;
}
