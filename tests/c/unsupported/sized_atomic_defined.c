// error: 4:10 a function with the name of one of the compiler's (`__atomic_load_4`)
#include <assert.h>

unsigned __atomic_load_4(const volatile void *p, int order)
{
    (void)order;
    return *(const volatile unsigned *)p;
}

int main(void)
{
    unsigned x = 3;
    assert(__atomic_load_4(&x, 0) == 3);
    return 0;
}
