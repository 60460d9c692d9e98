// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
#include <assert.h>
#include <unistd.h>

int main(void)
{
    assert(1);
    char text[2] = { 0 };
    volatile size_t size = 3;
    write(1, text, 2);
    write(1, "ab", 3);
    write(1, text, 0);
    write(1, text, size);
    return 0;
}
