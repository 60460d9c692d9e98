// error: 10:5 longjmp
#include <assert.h>
#include <setjmp.h>

jmp_buf place;

int main(void)
{
    assert(1);
    longjmp(place, 1);
}
